package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"servers"
)

const buildTime = 20 * time.Minute

// Peer is one entry of peers.json: a program that does what we do, how it is built and started, and how it is seen to be
// ready. Command lines are lists of words, run in the peer's own directory.
type Peer struct {
	Name string `json:"name"`
	// Kind is "informer", which keeps all pods in its own memory, or "proxy", which serves the API server's paths by HTTP.
	Kind string `json:"kind"`
	// Directory is relative to the project's.
	Directory string `json:"directory"`
	// Needs are the commands that must be on the PATH; without one of them the peer is skipped.
	Needs []string `json:"needs"`
	Build []string `json:"build"`
	// Run may have {server} in it, the API server's URL, {kubeconfig}, a file that leads there, and {port}, a free one.
	Run []string `json:"run"`
	// Ready is a regular expression of the line by which the program says that it is ready; an informer's has a group for
	// the number of objects and one for the seconds that it took to sync them.
	Ready string `json:"ready"`
	// Simulator says whether it can be measured on the simulator, too, which knows JSON alone.
	Simulator bool `json:"simulator"`

	ready *regexp.Regexp
}

// loadPeers reads peers.json and takes those that were named, or all if names is nil.
func loadPeers(file string, names []string) ([]Peer, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	peers, err := parsePeers(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var known []string
	for _, peer := range peers {
		known = append(known, peer.Name)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("no peer %q; there are: %s", name, strings.Join(known, ", "))
		}
	}
	return slices.DeleteFunc(peers, func(p Peer) bool { return names != nil && !slices.Contains(names, p.Name) }), nil
}

func parsePeers(text []byte) ([]Peer, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var peers []Peer
	if err := decoder.Decode(&peers); err != nil {
		return nil, err
	}
	for i := range peers {
		p := &peers[i]
		var err error
		if p.ready, err = regexp.Compile(p.Ready); err != nil {
			return nil, fmt.Errorf("peer %q: ready: %w", p.Name, err)
		}
		groups := map[string]int{"informer": 2, "proxy": 0}
		switch want, known := groups[p.Kind]; {
		case p.Name == "" || len(p.Run) == 0 || p.Ready == "":
			return nil, fmt.Errorf("peer %q (number %d) needs name, run and ready", p.Name, i+1)
		case !known:
			return nil, fmt.Errorf("peer %q: kind must be informer or proxy, not %q", p.Name, p.Kind)
		case p.ready.NumSubexp() < want:
			return nil, fmt.Errorf("peer %q: ready must have %d groups: objects, seconds", p.Name, want)
		}
	}
	return peers, nil
}

// buildPeers builds what is asked for; what cannot be built or run here is skipped, with the reason in the report.
func (b *Bench) buildPeers(ctx context.Context, peers []Peer) {
	built := map[string]error{}
	for _, peer := range peers {
		if b.options.simulator && !peer.Simulator {
			b.report.skip(peer.Name, "it needs a real API server")
			continue
		}
		if missing := peer.missing(); len(missing) > 0 {
			b.report.skip(peer.Name, "needs "+strings.Join(missing, ", "))
			continue
		}
		key := peer.Directory + "\x00" + strings.Join(peer.Build, "\x00")
		err, done := built[key]
		if !done {
			err = b.build(ctx, peer)
			built[key] = err
		}
		if err != nil {
			b.report.skip(peer.Name, err.Error())
			continue
		}
		b.peers = append(b.peers, peer)
	}
}

func (p Peer) missing() []string {
	return slices.DeleteFunc(slices.Clone(p.Needs), func(tool string) bool {
		_, err := exec.LookPath(tool)
		return err == nil
	})
}

func (b *Bench) build(ctx context.Context, peer Peer) error {
	if len(peer.Build) == 0 {
		return nil
	}
	fmt.Printf("bench: building %s: %s\n", peer.Name, strings.Join(peer.Build, " "))
	return b.runIn(ctx, peer.Directory, peer.Build...)
}

// buildOurs builds the sidecar and, if it is needed, the testbed.
func (b *Bench) buildOurs(ctx context.Context) error {
	if err := b.runIn(ctx, ".", "./nearcache", "version"); err != nil || b.options.simulator {
		return err
	}
	return b.runIn(ctx, "testbed", "go", "build", "-o", "bin/", "./apiserver", "./load")
}

// runIn runs a command in a directory of the project, to its end.
func (b *Bench) runIn(ctx context.Context, directory string, words ...string) error {
	within, cancel := context.WithTimeout(ctx, buildTime)
	defer cancel()
	command := servers.Group(exec.CommandContext(within, words[0], words[1:]...), syscall.SIGTERM)
	command.Dir = filepath.Join(b.options.root, directory)
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", strings.Join(words, " "), err, servers.Tail(output))
	}
	return nil
}

// running is a peer that has said it is ready.
type running struct {
	*servers.Process
	port    int
	matched []string // what the ready line's groups matched
	after   time.Duration
}

// start starts a peer on an API server and waits until it says that it is ready.
func (b *Bench) start(ctx context.Context, peer Peer, figure string, upstream *Upstream) (*running, error) {
	port, err := servers.FreePorts(1)
	if err != nil {
		return nil, err
	}
	kubeconfig := filepath.Join(b.folder, peer.Name+".kubeconfig")
	if err := servers.WriteFile(kubeconfig, kubeconfigText, upstream.kube.Base, upstream.kube.Token); err != nil {
		return nil, err
	}
	replace := strings.NewReplacer("{server}", upstream.kube.Base, "{kubeconfig}", kubeconfig, "{port}", fmt.Sprint(port))
	command := []string{"env", "-C", filepath.Join(b.options.root, peer.Directory)}
	for _, word := range peer.Run {
		command = append(command, replace.Replace(word))
	}
	b.report.command(figure, append([]string{peer.Name + ":"}, peer.Run...)...)
	process, err := servers.Start(ctx, peer.Name, command...)
	if err != nil {
		return nil, err
	}
	r := &running{Process: process, port: port}
	err = process.AwaitWithin(5*time.Minute, fast, func() bool {
		r.matched = peer.ready.FindStringSubmatch(string(process.Output()))
		return r.matched != nil
	})
	if err != nil {
		process.Stop()
		return nil, err
	}
	r.after = time.Since(process.Started())
	return r, nil
}

// ofKind are the peers of a kind.
func (b *Bench) ofKind(kind string) []Peer {
	return slices.DeleteFunc(slices.Clone(b.peers), func(p Peer) bool { return p.Kind != kind })
}

const kubeconfigText = `apiVersion: v1
kind: Config
clusters: [{name: bench, cluster: {server: "%s", insecure-skip-tls-verify: true}}]
users: [{name: bench, user: {token: "%s"}}]
contexts: [{name: bench, context: {cluster: bench, user: bench}}]
current-context: bench
`
