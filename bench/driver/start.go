package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"servers"
)

const repeats = 5

// fewObjects is a type with a handful of objects, so that what is timed is the start, not the syncing.
const fewObjects = "resources: [{resource: namespaces}]\n"

// launcher is a way to start the sidecar.
type launcher struct {
	name    string
	command func(*servers.Sidecar) []string
	target  float64 // seconds
}

// measureStart times how long it takes from the start of the process to the first list that is answered.
func measureStart(ctx context.Context, b *Bench) error {
	b.retire()
	upstream, err := b.source(ctx)
	if err != nil {
		return err
	}
	sidecar, err := b.prepare(upstream.kube, fewObjects)
	if err != nil {
		return err
	}
	for _, way := range b.launchers(ctx) {
		command := way.command(sidecar)
		b.report.command("start", command...)
		var spans []float64
		for range repeats {
			span, err := timeStart(ctx, sidecar, command, "/api/v1/namespaces")
			if err != nil {
				return fmt.Errorf("%s: %w", way.name, err)
			}
			spans = append(spans, span.Seconds())
		}
		middle := median(spans)
		b.report.add(Row{
			figure: "start", name: "start to the first list, " + way.name, unit: "s", values: map[string]float64{ours: middle},
			target: b.target(fmt.Sprintf("at most %.1f", way.target), middle <= way.target, true),
			note:   fmt.Sprintf("median of %d; from %.2f to %.2f", repeats, slices.Min(spans), slices.Max(spans)),
		})
	}
	return nil
}

// timeStart starts the sidecar, asks for a list until it is answered by 200 with objects, and ends it again.
func timeStart(ctx context.Context, sidecar *servers.Sidecar, command []string, path string) (time.Duration, error) {
	process, err := servers.Start(ctx, sidecar.API.Name, command...)
	if err != nil {
		return 0, err
	}
	defer process.Stop()
	err = process.AwaitWithin(5*time.Minute, fast, func() bool { return answers(sidecar.API, path) })
	return time.Since(process.Started()), err
}

func answers(kube *servers.Kube, path string) bool {
	response, err := kube.Send(http.MethodGet, path, "", nil)
	if err != nil {
		return false
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	return err == nil && response.StatusCode == http.StatusOK && strings.Contains(string(body), `"metadata":{"name":`)
}

// launchers are ./nearcache, and what the image holds, made with each JDK there is that can make it.
func (b *Bench) launchers(ctx context.Context) []launcher {
	all := []launcher{{"./nearcache", func(s *servers.Sidecar) []string { return s.Command() }, 1.5}}
	for _, jdk := range []struct {
		version string
		target  float64
	}{{"25", 0.7}, {"17", 1.5}} {
		name := "image on " + jdk.version
		java, err := b.image(ctx, jdk.version)
		if err != nil {
			b.report.skip("start, "+name, err.Error())
			continue
		}
		all = append(all, launcher{name, func(s *servers.Sidecar) []string {
			return append(slices.Clone(java), "serve", "--config="+s.Config)
		}, jdk.target})
	}
	return all
}

// image lays out what the image holds and gives its entry point: the same, but below another root than it will have.
func (b *Bench) image(ctx context.Context, version string) ([]string, error) {
	home, err := jdk(version)
	if err != nil {
		return nil, err
	}
	out := filepath.Join(b.folder, "image-"+version)
	build := servers.Group(exec.CommandContext(ctx, filepath.Join(b.options.root, "docker/build-image.sh"), out), syscall.SIGTERM)
	build.Env = append(os.Environ(), "JAVA_HOME="+home)
	if output, err := build.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("docker/build-image.sh: %w: %s", err, servers.Tail(output))
	}
	opt := filepath.Join(out, "opt/nearcache")
	text, err := os.ReadFile(filepath.Join(opt, "serve.options"))
	if err != nil {
		return nil, err
	}
	options := filepath.Join(out, "serve.options")
	if err := servers.WriteFile(options, "%s", strings.ReplaceAll(string(text), "/opt/nearcache/", opt+"/")); err != nil {
		return nil, err
	}
	java := []string{filepath.Join(opt, "java/bin/java"), "@" + options}
	if output, err := exec.CommandContext(ctx, java[0], java[1], "-version").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("java does not start with the image's options: %s", servers.Tail(output))
	}
	return append(java, "-jar", filepath.Join(opt, "nearcache.jar")), nil
}

// jdk finds the home of a JDK of a major version that can make runtimes.
func jdk(version string) (string, error) {
	homes, _ := filepath.Glob("/usr/lib/jvm/*")
	for _, home := range append([]string{os.Getenv("JAVA_HOME")}, homes...) {
		release, err := os.ReadFile(filepath.Join(home, "release"))
		if err != nil || !strings.Contains("\n"+string(release), "\nJAVA_VERSION=\""+version) {
			continue
		}
		if _, err := os.Stat(filepath.Join(home, "bin/jlink")); err == nil {
			return home, nil
		}
	}
	return "", fmt.Errorf("there is no JDK %s with jlink", version)
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[len(sorted)/2]
}
