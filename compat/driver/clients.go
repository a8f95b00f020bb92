package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"servers"
)

const buildTime = 15 * time.Minute

// Client is one entry of clients.json: a program, how it is built and how it is started. Command lines are lists of words,
// run in the client's own directory.
type Client struct {
	Name string `json:"name"`
	// Directory is relative to compat/.
	Directory string `json:"directory"`
	// Needs are the commands that must be on the PATH; without one of them the client is skipped.
	Needs []string `json:"needs"`
	Build []string `json:"build"`
	Run   []string `json:"run"`
	// Environment is added to what every program gets.
	Environment map[string]string `json:"environment"`
}

// loadClients reads clients.json and takes those that were named, or all.
func loadClients(compat string, names []string) ([]Client, error) {
	file := filepath.Join(compat, "clients.json")
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	var all []Client
	if err := decoder.Decode(&all); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var known []string
	for i := range all {
		known = append(known, all[i].Name)
		all[i].Directory = filepath.Join(compat, all[i].Directory)
	}
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("no client %q; there are: %s", name, strings.Join(known, ", "))
		}
	}
	return slices.DeleteFunc(all, func(client Client) bool {
		return len(names) > 0 && !slices.Contains(names, client.Name)
	}), nil
}

func (c Client) missing() []string {
	return slices.DeleteFunc(slices.Clone(c.Needs), func(tool string) bool {
		_, err := exec.LookPath(tool)
		return err == nil
	})
}

// Builds are the builds that were tried, by directory and command, with how they ended.
type Builds map[string]error

// build builds a client; clients of one directory with one build command are built once.
func (b Builds) build(ctx context.Context, client Client) error {
	if len(client.Build) == 0 {
		return nil
	}
	key := client.Directory + "\x00" + strings.Join(client.Build, "\x00")
	err, done := b[key]
	if !done {
		err = client.build(ctx)
		b[key] = err
	}
	return err
}

func (c Client) build(ctx context.Context) error {
	fmt.Printf("building %s: %s\n", c.Name, strings.Join(c.Build, " "))
	within, cancel := context.WithTimeout(ctx, buildTime)
	defer cancel()
	command := servers.Group(exec.CommandContext(within, c.Build[0], c.Build[1:]...), syscall.SIGTERM)
	command.Dir = c.Directory
	if output, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, servers.Tail(output))
	}
	return nil
}
