// Package servers starts, asks, cuts and ends the servers that compat/ and bench/ look at: kube-apiserver of the testbed,
// the sidecar, and proxies before them. It needs nothing but Go's own library, so that what uses it builds in seconds.
package servers

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"time"
)

const (
	startTime = 2 * time.Minute
	stopTime  = 10 * time.Second
)

// Process is a program that runs until it is stopped, with what it printed.
type Process struct {
	Name    string
	command *exec.Cmd
	log     *lockedBuffer
	started time.Time
	ended   chan struct{}
}

// Start starts a program by its command line. It ends, with its children, when the context does.
func Start(ctx context.Context, name string, command ...string) (*Process, error) {
	p := &Process{Name: name, log: &lockedBuffer{}, ended: make(chan struct{})}
	p.command = Group(exec.CommandContext(ctx, command[0], command[1:]...), syscall.SIGTERM)
	p.command.Stdout, p.command.Stderr = p.log, p.log
	p.started = time.Now()
	if err := p.command.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	go func() {
		p.command.Wait()
		close(p.ended)
	}()
	return p, nil
}

// Pid is the program's process id; a launcher that replaces itself by what it launches keeps it.
func (p *Process) Pid() int { return p.command.Process.Pid }

// Started is when the program was about to be started.
func (p *Process) Started() time.Time { return p.started }

// Output is what it has printed so far.
func (p *Process) Output() []byte { return p.log.bytes() }

// Ended is closed once the program has ended.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// Await asks, ten times a second, until the server is ready; it fails if the process ends before that, or is not ready in
// two minutes.
func (p *Process) Await(ready func() bool) error {
	return p.AwaitWithin(startTime, 100*time.Millisecond, ready)
}

// AwaitWithin is Await with other limits of time.
func (p *Process) AwaitWithin(limit, pause time.Duration, ready func() bool) error {
	deadline := time.Now().Add(limit)
	for !ready() {
		select {
		case <-p.ended:
			return fmt.Errorf("%s ended:\n%s", p.Name, Tail(p.Output()))
		case <-time.After(pause):
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%s was not ready within %v:\n%s", p.Name, limit, Tail(p.Output()))
		}
	}
	return nil
}

// Stop ends the process, and its children, if it has not ended already.
func (p *Process) Stop() {
	select {
	case <-p.ended:
		return
	default:
	}
	syscall.Kill(-p.Pid(), syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(stopTime):
		syscall.Kill(-p.Pid(), syscall.SIGKILL)
		<-p.ended
	}
}

// Group makes the command the head of a process group, which gets the signal, whole, when the context ends.
func Group(command *exec.Cmd, signal syscall.Signal) *exec.Cmd {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, signal) }
	command.WaitDelay = stopTime
	return command
}

// FreePorts finds so many ports, one after the other, that nobody listens on, and gives the first. They are below those
// that connections get by themselves, so that a server finds its ports free when it comes back.
func FreePorts(count int) (int, error) {
	for range 100 {
		if base := 20000 + rand.IntN(12000); free(base, count) {
			return base, nil
		}
	}
	return 0, fmt.Errorf("no %d free ports in a row", count)
}

func free(base, count int) bool {
	for port := base; port < base+count; port++ {
		listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			return false
		}
		defer listener.Close()
	}
	return true
}

// Tail is the end of what a program printed, enough to see what was wrong.
func Tail(output []byte) string {
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	return strings.Join(lines[max(0, len(lines)-25):], "\n")
}

// WriteFile writes a file that only its owner may read.
func WriteFile(path, format string, values ...any) error {
	return os.WriteFile(path, fmt.Appendf(nil, format, values...), 0o600)
}

// lockedBuffer keeps what a process prints, for whoever reads it meanwhile.
type lockedBuffer struct {
	mu     sync.Mutex
	buffer bytes.Buffer
}

func (b *lockedBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.buffer.Write(p)
}

func (b *lockedBuffer) bytes() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	return bytes.Clone(b.buffer.Bytes())
}
