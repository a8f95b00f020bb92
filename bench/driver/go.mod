module bench/driver

go 1.26.0

require (
	github.com/HdrHistogram/hdrhistogram-go v1.4.0
	servers v0.0.0
)

replace servers => ../../testbed/servers
