package main

import (
	"errors"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestWrongArgumentsAreNamedWithWhatIsAllowed(t *testing.T) {
	for _, row := range []struct {
		arguments string
		wanted    string
	}{
		{"--objects 0", `"0" for flag -objects: must be a whole number from 1 to 1000000`},
		{"--objects many", `"many" for flag -objects: must be a whole number`},
		{"--clients 5001", `"5001" for flag -clients: must be a whole number from 1 to 5000`},
		{"--rate -1", `"-1" for flag -rate: must be a whole number from 1 to 5000`},
		{"--for 60", `"60" for flag -for: must be a span from 1s to 1h`},
		{"--for 2h", `"2h" for flag -for: must be a span from 1s to 1h`},
		{"--figures list,speed", `"speed" is none of start, sync, memory, list, get, lag, fanout, relist, growth`},
		{"--figures growth", "figure growth needs --simulator"},
		{"--figures", "flag needs an argument: -figures"},
		{"--fast", "flag provided but not defined: -fast"},
		{"--simulator=perhaps", `"perhaps" for -simulator`},
		{"list", `unexpected argument "list"`},
	} {
		if _, err := parseOptions(strings.Fields(row.arguments)); err == nil || !strings.Contains(err.Error(), row.wanted) {
			t.Errorf("%s: %v", row.arguments, err)
		}
	}
}

func TestArgumentsAreTaken(t *testing.T) {
	o, err := parseOptions(strings.Fields("--simulator --objects 2000 --figures list,get --peers client-go --for 5s --clients 50 --rate 10 --json x"))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprintln(o.simulator, o.objects, o.figures, o.peers, o.length, o.clients, o.rate, o.json); got != "true 2000 [list get] [client-go] 5s 50 10 x\n" {
		t.Errorf("taken: %s", got)
	}
}

func TestDefaults(t *testing.T) {
	o, err := parseOptions(nil)
	if err != nil || o.objects != 30_000 || o.length != time.Minute || len(o.figures) != 8 || o.peers != nil {
		t.Errorf("%v: %+v", err, o)
	}
	if o, err = parseOptions([]string{"--simulator"}); err != nil || o.peers == nil || len(o.peers) > 0 {
		t.Errorf("on the simulator there are no peers unless they are named: %v %v", o.peers, err)
	}
	if o, err = parseOptions([]string{"--peers", "none"}); err != nil || o.peers == nil || len(o.peers) > 0 {
		t.Errorf("none are %v, %v", o.peers, err)
	}
	if _, err = parseOptions([]string{"--help"}); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("help: %v", err)
	}
}

func TestPeersAreReadStrictly(t *testing.T) {
	for _, row := range []struct{ text, wanted string }{
		{`[{"name":"a","kind":"informer","run":["a"],"ready":"x"}]`, "ready must have 2 groups"},
		{`[{"name":"a","kind":"server","run":["a"],"ready":"x"}]`, `kind must be informer or proxy, not "server"`},
		{`[{"name":"a","kind":"proxy","ready":"x"}]`, "needs name, run and ready"},
		{`[{"name":"a","kind":"proxy","run":["a"],"ready":"("}]`, "ready: error parsing regexp"},
		{`[{"name":"a","colour":"red"}]`, "unknown field"},
	} {
		if _, err := parsePeers([]byte(row.text)); err == nil || !strings.Contains(err.Error(), row.wanted) {
			t.Errorf("%s: %v", row.text, err)
		}
	}
	peers, err := loadPeers("../peers.json", nil)
	if err != nil || len(peers) < 6 {
		t.Errorf("peers.json: %d peers, %v", len(peers), err)
	}
	if _, err := loadPeers("../peers.json", []string{"client-go", "nobody"}); err == nil || !strings.Contains(err.Error(), `no peer "nobody"; there are: client-go, `) {
		t.Errorf("an unknown peer: %v", err)
	}
}
