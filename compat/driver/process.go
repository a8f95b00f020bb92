package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

const (
	startTime = 2 * time.Minute
	stopTime  = 10 * time.Second
)

// Server is a process that runs until it is stopped, with what it printed.
type Server struct {
	name    string
	command *exec.Cmd
	log     *lockedBuffer
	ended   chan struct{}
}

func startServer(ctx context.Context, name string, command ...string) (*Server, error) {
	s := &Server{name: name, log: &lockedBuffer{}, ended: make(chan struct{})}
	s.command = group(exec.CommandContext(ctx, command[0], command[1:]...), syscall.SIGTERM)
	s.command.Stdout, s.command.Stderr = s.log, s.log
	if err := s.command.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	go func() {
		s.command.Wait()
		close(s.ended)
	}()
	return s, nil
}

// await asks until the server is ready; it fails if the process ends before that, or is not ready in time.
func (s *Server) await(ready func() bool) error {
	deadline := time.Now().Add(startTime)
	for !ready() {
		select {
		case <-s.ended:
			return fmt.Errorf("%s ended:\n%s", s.name, tail(s.log.bytes()))
		case <-time.After(100 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%s was not ready within %v:\n%s", s.name, startTime, tail(s.log.bytes()))
		}
	}
	return nil
}

// stop ends the process, and its children, if it has not ended already.
func (s *Server) stop() {
	select {
	case <-s.ended:
		return
	default:
	}
	syscall.Kill(-s.command.Process.Pid, syscall.SIGTERM)
	select {
	case <-s.ended:
	case <-time.After(stopTime):
		syscall.Kill(-s.command.Process.Pid, syscall.SIGKILL)
		<-s.ended
	}
}

// group makes the command the head of a process group, which gets the signal, whole, when the context ends.
func group(command *exec.Cmd, signal syscall.Signal) *exec.Cmd {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, signal) }
	command.WaitDelay = stopTime
	return command
}

// freePorts finds so many ports, one after the other, that nobody listens on. They are below those that connections get
// by themselves, so that a server finds its ports free when it comes back.
func freePorts(count int) (int, error) {
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

func writeFile(path, format string, values ...any) error {
	return os.WriteFile(path, fmt.Appendf(nil, format, values...), 0o600)
}
