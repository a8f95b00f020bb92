package servers

import (
	"context"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
)

// AdminToken may do everything at the testbed's kube-apiserver.
const AdminToken = "admin-token"

// APIServer is a kube-apiserver of the testbed, whose way to etcd can be cut.
type APIServer struct {
	*Process
	Kube        *Kube
	Certificate string // the file of the one that it shows
	etcd        *Proxy
	direct      string // etcd's own address
}

// StartAPIServer starts testbed/bin/apiserver below the project's root, with its state in a folder, and waits until it is
// ready.
func StartAPIServer(ctx context.Context, root, folder string) (*APIServer, error) {
	program := filepath.Join(root, "testbed/bin/apiserver")
	if _, err := os.Stat(program); err != nil {
		return nil, fmt.Errorf("kube-apiserver is not built (cd testbed && go build -o bin/ ./...): %w", err)
	}
	port, err := FreePorts(3)
	if err != nil {
		return nil, err
	}
	a := &APIServer{
		Kube:        NewKube("kube-apiserver", fmt.Sprintf("https://127.0.0.1:%d", port), AdminToken),
		Certificate: filepath.Join(folder, "certs/apiserver.crt"),
		direct:      fmt.Sprintf("127.0.0.1:%d", port+1),
	}
	if a.etcd, err = StartProxy(a.direct); err != nil {
		return nil, err
	}
	a.Process, err = Start(ctx, a.Kube.Name, program,
		"-dir", folder, "-port", fmt.Sprint(port), "-etcd", "http://"+a.etcd.Address())
	if err == nil {
		err = a.Await(func() bool { return a.Kube.Status("/readyz") == 200 })
	}
	if err != nil {
		a.Stop()
		return nil, err
	}
	return a, nil
}

// Compact lets kube-apiserver lose its connection to etcd, which meanwhile writes and compacts: its watches of etcd fail
// when they are resumed, so that kube-apiserver lists anew and has no events from before. (Events as such would stay in
// its memory for at least 75 s.)
func (a *APIServer) Compact() error {
	etcd := NewKube("etcd", "http://"+a.direct, "")
	return a.etcd.Apart(func() error {
		var answer struct {
			Header struct {
				Revision string `json:"revision"`
			} `json:"header"`
		}
		for range 3 {
			word := base64.StdEncoding.EncodeToString([]byte("testbed-filler"))
			err := etcd.Ask("POST", "/v3/kv/put", "application/json", map[string]any{"key": word, "value": word}, &answer)
			if err != nil {
				return err
			}
		}
		return etcd.Ask("POST", "/v3/kv/compaction", "application/json",
			map[string]any{"revision": answer.Header.Revision, "physical": true}, nil)
	})
}

// Stop ends it, and its proxy.
func (a *APIServer) Stop() {
	if a.Process != nil {
		a.Process.Stop()
	}
	a.etcd.Stop()
}
