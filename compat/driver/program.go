package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"servers"
)

const programTime = 120 * time.Second

// Target is what a program is told about the server that it speaks to.
type Target struct {
	name, server, token, certificate, namespace, folder string
	readOnly                                            bool
}

// Outcome is what a program said of each step, and why it failed, if it did.
type Outcome struct {
	steps   map[string]string
	problem string
}

func runProgram(ctx context.Context, client Client, control *Control, target Target) (Outcome, error) {
	environment, err := target.environment(client, control)
	if err != nil {
		return Outcome{}, err
	}
	within, cancel := context.WithTimeout(ctx, programTime)
	defer cancel()
	var output, problems bytes.Buffer
	command := servers.Group(exec.CommandContext(within, client.Run[0], client.Run[1:]...), syscall.SIGKILL)
	command.Dir, command.Env = client.Directory, environment
	command.Stdout, command.Stderr = &output, &problems
	err = command.Run()
	outcome := Outcome{steps: steps(output.String(), target.namespace)}
	switch {
	case ctx.Err() != nil:
		return Outcome{}, ctx.Err()
	case within.Err() != nil:
		outcome.problem = fmt.Sprintf("on %s: did not end within %v; it was at step %s\n%s", target.name, programTime, control.step(), servers.Tail(problems.Bytes()))
	case err != nil:
		if exit := (*exec.ExitError)(nil); !errors.As(err, &exit) {
			return Outcome{}, err
		}
		outcome.problem = fmt.Sprintf("on %s: %v at step %s\n%s", target.name, err, control.step(), servers.Tail(problems.Bytes()))
	}
	return outcome, nil
}

func (t Target) environment(client Client, control *Control) ([]string, error) {
	kubeconfig := filepath.Join(t.folder, t.namespace+".kubeconfig")
	user := "{}"
	if t.token != "" {
		user = "{token: " + t.token + "}"
	}
	verify := ""
	if t.certificate != "" {
		verify = ", insecure-skip-tls-verify: true"
	}
	if err := servers.WriteFile(kubeconfig, kubeconfigText, t.server, verify, user, t.namespace); err != nil {
		return nil, err
	}
	environment := append(os.Environ(),
		"COMPAT_SERVER="+t.server, "COMPAT_TOKEN="+t.token, "COMPAT_CA="+t.certificate, "KUBECONFIG="+kubeconfig,
		"COMPAT_CONTROL="+control.url(), "COMPAT_NAMESPACE="+t.namespace)
	if t.readOnly {
		environment = append(environment, "COMPAT_READONLY=1")
	}
	for name, value := range client.Environment {
		environment = append(environment, name+"="+value)
	}
	return environment, nil
}

// steps finds the lines "STEP name text". The namespace, which differs from run to run, is left out of them.
func steps(output, namespace string) map[string]string {
	found := map[string]string{}
	for line := range strings.Lines(output) {
		rest, is := strings.CutPrefix(strings.TrimSpace(line), "STEP ")
		if !is {
			continue
		}
		name, text, _ := strings.Cut(rest, " ")
		found[name] = strings.ReplaceAll(text, namespace, "NAMESPACE")
	}
	return found
}

const kubeconfigText = `apiVersion: v1
kind: Config
clusters: [{name: compat, cluster: {server: "%s"%s}}]
users: [{name: compat, user: %s}]
contexts: [{name: compat, context: {cluster: compat, user: compat, namespace: %s}}]
current-context: compat
`
