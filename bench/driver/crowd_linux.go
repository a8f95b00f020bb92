package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"net/http"
	"strings"
	"syscall"
	"time"
)

// readSize is read from a connection at a time: many events of a kilobyte, where a client is behind.
const readSize = 256 << 10

// Crowd reads many streams on one goroutine: one epoll, one buffer, no goroutine or timer a client, so that on a machine
// that is shared with the server a thousand clients cost little more than the kernel's work for them.
type Crowd struct {
	epoll   int
	members map[int32]*member
	buffer  []byte
}

type member struct {
	fd     int
	stream *Stream
}

func newCrowd() (*Crowd, error) {
	epoll, err := syscall.EpollCreate1(syscall.EPOLL_CLOEXEC)
	if err != nil {
		return nil, fmt.Errorf("epoll: %w", err)
	}
	return &Crowd{epoll: epoll, members: map[int32]*member{}, buffer: make([]byte, readSize)}, nil
}

// join opens a stream at a port of loopback and reads the head of its answer.
func (c *Crowd) join(port int, path string, stream *Stream) error {
	m, rest, err := open(port, path, stream, 0)
	if err != nil {
		return err
	}
	if err := stream.feed(rest); err != nil {
		syscall.Close(m.fd)
		return err
	}
	event := syscall.EpollEvent{Events: syscall.EPOLLIN, Fd: int32(m.fd)}
	if err := syscall.EpollCtl(c.epoll, syscall.EPOLL_CTL_ADD, m.fd, &event); err != nil {
		syscall.Close(m.fd)
		return fmt.Errorf("epoll: %w", err)
	}
	c.members[int32(m.fd)] = m
	return nil
}

// joinDeaf opens a stream that is never read, with little room in the kernel.
func (c *Crowd) joinDeaf(port int, path string, stream *Stream) (*member, error) {
	m, rest, err := open(port, path, stream, 4096)
	if err != nil {
		return nil, err
	}
	c.members[int32(m.fd)] = m
	return m, stream.feed(rest)
}

// open connects, asks, and reads the head of the answer, which must be 200 and chunked.
func open(port int, path string, stream *Stream, room int) (*member, []byte, error) {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, fmt.Errorf("socket: %w", err)
	}
	head, err := ask(fd, port, path, stream.format, room)
	if err != nil {
		syscall.Close(fd)
		return nil, nil, err
	}
	return &member{fd: fd, stream: stream}, head, nil
}

func ask(fd, port int, path string, format Format, room int) ([]byte, error) {
	if room > 0 {
		if err := syscall.SetsockoptInt(fd, syscall.SOL_SOCKET, syscall.SO_RCVBUF, room); err != nil {
			return nil, fmt.Errorf("receive buffer: %w", err)
		}
	}
	limit := syscall.Timeval{Sec: 30}
	if err := syscall.SetsockoptTimeval(fd, syscall.SOL_SOCKET, syscall.SO_RCVTIMEO, &limit); err != nil {
		return nil, fmt.Errorf("receive limit: %w", err)
	}
	if err := syscall.Connect(fd, &syscall.SockaddrInet4{Port: port, Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	accept := "text/event-stream"
	if format == jsonWatch {
		accept = "application/json"
	}
	question := fmt.Sprintf("GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAccept: %s\r\n\r\n", path, port, accept)
	if _, err := syscall.Write(fd, []byte(question)); err != nil {
		return nil, fmt.Errorf("ask: %w", err)
	}
	var text []byte
	buffer := make([]byte, 4096)
	for {
		n, err := syscall.Read(fd, buffer)
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("GET %s: no answer: %w", path, err)
		}
		if n == 0 {
			return nil, fmt.Errorf("GET %s: closed without an answer", path)
		}
		text = append(text, buffer[:n]...)
		head, rest, whole := bytes.Cut(text, []byte("\r\n\r\n"))
		if !whole {
			continue
		}
		response, err := http.ReadResponse(bufio.NewReader(strings.NewReader(string(head)+"\r\n\r\n")), nil)
		if err != nil {
			return nil, fmt.Errorf("GET %s: %w", path, err)
		}
		if response.StatusCode != http.StatusOK || len(response.TransferEncoding) == 0 {
			return nil, fmt.Errorf("GET %s: %s, Transfer-Encoding %v: %s", path, response.Status, response.TransferEncoding, rest)
		}
		return rest, syscall.SetNonblock(fd, true)
	}
}

// read reads what comes until done says that it is enough, which it is asked some ten times a second; it is told whether
// anything came since it was last asked. A member that ends by itself, or sends what is no stream, is read no more.
func (c *Crowd) read(ctx context.Context, done func(idle bool) bool) error {
	events := make([]syscall.EpollEvent, 1024)
	asked, idle := time.Now(), true
	for {
		n, err := syscall.EpollWait(c.epoll, events, 50)
		if err != nil && err != syscall.EINTR {
			return fmt.Errorf("epoll: %w", err)
		}
		for i := range max(n, 0) {
			idle = false
			c.receive(c.members[events[i].Fd])
		}
		if time.Since(asked) >= slow {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if done(idle) {
				return nil
			}
			asked, idle = time.Now(), true
		}
	}
}

func (c *Crowd) receive(m *member) {
	n, err := syscall.Read(m.fd, c.buffer)
	switch {
	case err == syscall.EAGAIN || err == syscall.EINTR:
		return
	case err != nil:
		c.leave(m, fmt.Errorf("broke off: %w", err))
	case n == 0:
		c.leave(m, errEnded)
	default:
		if err := m.stream.feed(c.buffer[:n]); err != nil {
			c.leave(m, err)
		}
	}
}

func (c *Crowd) leave(m *member, why error) {
	m.stream.ledger.fault("ended", why.Error())
	event := syscall.EpollEvent{Fd: int32(m.fd)}
	syscall.EpollCtl(c.epoll, syscall.EPOLL_CTL_DEL, m.fd, &event)
}

// drain reads what is left for a deaf member, and how it ended, or nil if it is still open.
func (c *Crowd) drain(m *member) error {
	for {
		n, err := syscall.Read(m.fd, c.buffer)
		switch {
		case err == syscall.EINTR:
		case err == syscall.EAGAIN:
			return nil
		case err != nil:
			return err
		case n == 0:
			return errEnded
		default:
			if err := m.stream.feed(c.buffer[:n]); err != nil {
				return err
			}
		}
	}
}

// close ends all connections.
func (c *Crowd) close() {
	for _, m := range c.members {
		syscall.Close(m.fd)
	}
	syscall.Close(c.epoll)
}
