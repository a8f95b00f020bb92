package servers

import (
	"io"
	"net"
	"testing"
	"time"
)

func TestTheProxyPassesOnAndCuts(t *testing.T) {
	server, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	go func() {
		for {
			connection, err := server.Accept()
			if err != nil {
				return
			}
			go io.Copy(connection, connection)
		}
	}()
	proxy, err := StartProxy(server.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer proxy.Stop()
	first := echo(t, proxy)
	proxy.Cut()
	if _, err := first.Read(make([]byte, 1)); err == nil || err == io.EOF {
		t.Errorf("the connection was not reset, but: %v", err)
	}
	echo(t, proxy)
}

func echo(t *testing.T, proxy *Proxy) net.Conn {
	connection, err := net.Dial("tcp", proxy.Address())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { connection.Close() })
	connection.SetDeadline(time.Now().Add(10 * time.Second))
	back := make([]byte, 4)
	if _, err = connection.Write([]byte("ping")); err == nil {
		_, err = io.ReadFull(connection, back)
	}
	if err != nil || string(back) != "ping" {
		t.Fatalf("came back as %q: %v", back, err)
	}
	return connection
}
