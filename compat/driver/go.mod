module compat/driver

go 1.26.0

require servers v0.0.0

replace servers => ../../testbed/servers
