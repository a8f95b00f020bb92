package servers

import (
	"io"
	"net"
	"sync"
)

// Proxy passes TCP connections on, until they are cut.
type Proxy struct {
	listener net.Listener
	target   string
	// gate is held for writing while new connections have to wait.
	gate sync.RWMutex
	mu   sync.Mutex
	open map[net.Conn]struct{}
}

// StartProxy listens on a free port, for connections to the target (host:port).
func StartProxy(target string) (*Proxy, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Proxy{listener: listener, target: target, open: map[net.Conn]struct{}{}}
	go p.accept()
	return p, nil
}

// Address is where it listens, as host:port.
func (p *Proxy) Address() string { return p.listener.Addr().String() }

func (p *Proxy) accept() {
	for {
		client, err := p.listener.Accept()
		if err != nil {
			return
		}
		go p.pass(client)
	}
}

func (p *Proxy) pass(client net.Conn) {
	p.gate.RLock()
	server, err := net.Dial("tcp", p.target)
	if err != nil {
		p.gate.RUnlock()
		client.Close()
		return
	}
	p.keep(client, server)
	p.gate.RUnlock()
	var both sync.WaitGroup
	both.Go(func() { copyThenEnd(server, client) })
	both.Go(func() { copyThenEnd(client, server) })
	both.Wait()
	p.drop(client, server)
}

// copyThenEnd passes on the end of one direction alone, as TCP does; a failure ends both.
func copyThenEnd(to, from net.Conn) {
	if _, err := io.Copy(to, from); err != nil {
		to.Close()
		from.Close()
		return
	}
	to.(*net.TCPConn).CloseWrite()
}

func (p *Proxy) keep(connections ...net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, connection := range connections {
		p.open[connection] = struct{}{}
	}
}

func (p *Proxy) drop(connections ...net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, connection := range connections {
		delete(p.open, connection)
		connection.Close()
	}
}

// Cut resets every connection that is open, as a network does that goes away.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for connection := range p.open {
		connection.(*net.TCPConn).SetLinger(0)
		connection.Close()
	}
	clear(p.open)
}

// Apart cuts, and lets nobody connect while it does the work.
func (p *Proxy) Apart(work func() error) error {
	p.gate.Lock()
	defer p.gate.Unlock()
	p.Cut()
	return work()
}

// Stop listens no more and cuts what is open.
func (p *Proxy) Stop() {
	p.listener.Close()
	p.Cut()
}
