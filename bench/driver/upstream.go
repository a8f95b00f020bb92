package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"servers"
)

// namespaces that the pods of the testbed are spread over.
const namespaces = 20

// Upstream is the API server that all are measured on: the testbed's kube-apiserver, or the simulator.
type Upstream struct {
	kube    *servers.Kube
	process *servers.Process
	objects int
	name    string // of its column
	// compact makes all versions before now expired, for every client; nil on the simulator.
	compact func() error
	stop    func()
}

func startUpstream(ctx context.Context, options Options, folder string) (*Upstream, error) {
	if options.simulator {
		return startSimulator(ctx, options.root, options.objects)
	}
	server, err := servers.StartAPIServer(ctx, options.root, folder)
	if err != nil {
		return nil, err
	}
	fmt.Printf("bench: creating %d pods on kube-apiserver …\n", options.objects)
	load := exec.CommandContext(ctx, filepath.Join(options.root, "testbed/bin/load"), "-server", server.Kube.Base,
		"-n", fmt.Sprint(options.objects), "-ns", fmt.Sprint(namespaces), "pods")
	if output, err := servers.Group(load, syscall.SIGTERM).CombinedOutput(); err != nil {
		server.Stop()
		return nil, fmt.Errorf("load: %w\n%s", err, servers.Tail(output))
	}
	return &Upstream{
		kube: server.Kube, process: server.Process, objects: options.objects, name: "kube-apiserver",
		compact: server.Compact, stop: server.Stop,
	}, nil
}

// startSimulator starts a simulated API server of its own, with so many pods and without changes.
func startSimulator(ctx context.Context, root string, pods int) (*Upstream, error) {
	port, err := servers.FreePorts(1)
	if err != nil {
		return nil, err
	}
	kube := servers.NewKube("simulator", fmt.Sprintf("http://127.0.0.1:%d", port), "")
	process, err := servers.Start(ctx, kube.Name, filepath.Join(root, "nearcache"), "simulate",
		"--port", fmt.Sprint(port), "--objects", fmt.Sprintf("pods=%d", pods), "--rate", "0")
	if err != nil {
		return nil, err
	}
	if err := process.Await(func() bool { return kube.Status("/readyz") == 200 }); err != nil {
		process.Stop()
		return nil, err
	}
	return &Upstream{kube: kube, process: process, objects: pods, name: kube.Name, stop: process.Stop}, nil
}

// podList is what is looked at of a list of pods.
type podList struct {
	Metadata struct {
		ResourceVersion string `json:"resourceVersion"`
	} `json:"metadata"`
	Items []struct {
		Metadata struct {
			Namespace string `json:"namespace"`
			Name      string `json:"name"`
		} `json:"metadata"`
	} `json:"items"`
}

// somePods are the paths of up to so many pods, and the version at which they were there.
func somePods(kube *servers.Kube, count int) ([]string, string, error) {
	var list podList
	if err := kube.Ask("GET", fmt.Sprintf("/api/v1/pods?limit=%d", count), "", nil, &list); err != nil {
		return nil, "", err
	}
	if len(list.Items) == 0 {
		return nil, "", fmt.Errorf("%s has no pods", kube.Name)
	}
	var paths []string
	for _, item := range list.Items {
		paths = append(paths, "/api/v1/namespaces/"+item.Metadata.Namespace+"/pods/"+item.Metadata.Name)
	}
	return paths, list.Metadata.ResourceVersion, nil
}

// machine describes what all this runs on.
func machine() string {
	model := "unknown processor"
	cpuinfo, _ := os.ReadFile("/proc/cpuinfo")
	cores := 0
	for line := range strings.Lines(string(cpuinfo)) {
		if name, value, found := strings.Cut(line, ":"); found && strings.TrimSpace(name) == "model name" {
			model, cores = strings.TrimSpace(value), cores+1
		}
	}
	kernel, _ := os.ReadFile("/proc/sys/kernel/osrelease")
	return fmt.Sprintf("%d × %s, Linux %s", cores, model, strings.TrimSpace(string(kernel)))
}
