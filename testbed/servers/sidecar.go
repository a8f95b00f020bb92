package servers

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Sidecar says how a sidecar is launched, on the same ports each time.
type Sidecar struct {
	API, Management *Kube
	// Config is the file of its configuration.
	Config string
	root   string
}

// PrepareSidecar writes the configuration of a sidecar on an API server into a folder. The settings are added to it: at
// least the resources, as YAML.
func PrepareSidecar(root, folder string, upstream *Kube, settings string) (*Sidecar, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	port, err := FreePorts(2)
	if err != nil {
		return nil, err
	}
	s := &Sidecar{
		API:        NewKube("the sidecar", fmt.Sprintf("http://127.0.0.1:%d", port), ""),
		Management: NewKube("the sidecar's probes", fmt.Sprintf("http://127.0.0.1:%d", port+1), ""),
		Config:     filepath.Join(folder, "nearcache.yaml"),
		root:       root,
	}
	credentials := ""
	if upstream.Token != "" {
		token := filepath.Join(folder, "token")
		if err := WriteFile(token, "%s", upstream.Token); err != nil {
			return nil, err
		}
		credentials = fmt.Sprintf(`, tokenFile: "%s", insecureSkipTlsVerify: true`, token)
	}
	return s, WriteFile(s.Config, sidecarConfig, upstream.Base, credentials, port, port+1, settings)
}

// Command is the command line of the launcher with this configuration; the words in front, if any, come before it.
func (s *Sidecar) Command(front ...string) []string {
	return append(front, filepath.Join(s.root, "nearcache"), "serve", "--config", s.Config)
}

// Ready says whether every type is synced.
func (s *Sidecar) Ready() bool { return s.Management.Status("/readyz") == 200 }

// Launch starts the sidecar by a command, such as that of Command, and waits, looking this often, until it is ready.
func (s *Sidecar) Launch(ctx context.Context, pause time.Duration, command ...string) (*Process, error) {
	process, err := Start(ctx, s.API.Name, command...)
	if err != nil {
		return nil, err
	}
	if err := process.AwaitWithin(startTime, pause, s.Ready); err != nil {
		process.Stop()
		return nil, err
	}
	return process, nil
}

const sidecarConfig = `apiVersion: nearcache/v1
upstream: {server: "%s"%s}
api: {port: %d}
management: {address: 127.0.0.1, port: %d}
%s`
