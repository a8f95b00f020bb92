package main

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"servers"
)

func itoa(value int) string { return strconv.Itoa(value) }

func testServer() *servers.Kube { return servers.NewKube("nobody", "http://127.0.0.1:1", "") }

func object(w *Writes, number int) string {
	return fmt.Sprintf(`{"metadata":{"name":"x","resourceVersion":"%d","annotations":{"%s":"%s-%d"}}}`, 101+number, mark, w.run, number)
}

func sseEvent(kind string, w *Writes, number int) string {
	return fmt.Sprintf("event: %s\nid: %d\ndata: {\"type\":%q,\"object\":%s}\n\n", kind, 101+number, kind, object(w, number))
}

func watchLine(kind string, w *Writes, number int) string {
	return fmt.Sprintf("{\"type\":%q,\"object\":%s}\n", kind, object(w, number))
}

// chunked cuts a body into chunks at random.
func chunked(random *rand.Rand, body string) string {
	var text strings.Builder
	for len(body) > 0 {
		n := 1 + random.IntN(len(body))
		fmt.Fprintf(&text, "%x\r\n%s\r\n", n, body[:n])
		body = body[n:]
	}
	return text.String()
}

// play feeds a stream with a chunked body, cut anywhere.
func play(random *rand.Rand, stream *Stream, body string) error {
	wire := chunked(random, body)
	for len(wire) > 0 {
		n := 1 + random.IntN(min(len(wire), 50))
		if err := stream.feed([]byte(wire[:n])); err != nil {
			return err
		}
		wire = wire[n:]
	}
	return nil
}

func TestStreamsAreReadHoweverTheyAreCut(t *testing.T) {
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 1))
		for _, format := range []Format{sse, jsonWatch} {
			// Given three changes, and what else a stream has
			writes := written(3)
			event := sseEvent
			body := ": hello\n\nretry: 1000\n\nevent: SYNCED\nid: 100\ndata: {\"type\":\"SYNCED\"}\n\n"
			if format == jsonWatch {
				event, body = watchLine, `{"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"100"}}}`+"\n"
			}
			for number := range 3 {
				body += event("MODIFIED", writes, number)
			}
			ledger, received := newLedger(newPlan(writes)), []int{}
			stream := &Stream{format: format, ledger: ledger, marker: writes.marker(), thorough: true,
				receive: func(number int) { received = append(received, number) }}
			// When it comes in pieces
			if err := play(random, stream, body); err != nil {
				t.Fatalf("%v, seed %d: %v", format, seed, err)
			}
			// Then each is there once
			if err := ledger.verdict(); err != nil || fmt.Sprint(received) != "[0 1 2]" {
				t.Fatalf("%v, seed %d: received %v: %v", format, seed, received, err)
			}
		}
	}
}

func TestFaultsOnStreamsAreFound(t *testing.T) {
	for _, row := range []struct {
		name   string
		format Format
		body   func(*Writes) string
		wanted string
	}{
		{"a change twice", sse, func(w *Writes) string {
			return sseEvent("MODIFIED", w, 0) + sseEvent("MODIFIED", w, 0) + sseEvent("MODIFIED", w, 1)
		}, "doubled"},
		{"two in the wrong order", sse, func(w *Writes) string { return sseEvent("MODIFIED", w, 1) + sseEvent("MODIFIED", w, 0) }, "reordered"},
		{"two in the wrong order", jsonWatch, func(w *Writes) string { return watchLine("MODIFIED", w, 1) + watchLine("MODIFIED", w, 0) }, "reordered"},
		{"one lost", jsonWatch, func(w *Writes) string { return watchLine("MODIFIED", w, 0) }, "lost"},
		{"a reset", sse, func(w *Writes) string { return "event: RESET\ndata: {}\n\n" }, "unexpected"},
		{"a deletion", jsonWatch, func(w *Writes) string { return watchLine("DELETED", w, 0) }, "unexpected"},
		{"an error", jsonWatch, func(w *Writes) string { return `{"type":"ERROR","object":{"code":410}}` + "\n" }, "unexpected"},
		{"a change that nobody made", sse, func(w *Writes) string { return "event: MODIFIED\nid: 200\ndata: {\"type\":\"MODIFIED\"}\n\n" }, "invented"},
		{"another run's change", sse, func(w *Writes) string {
			return strings.ReplaceAll(sseEvent("MODIFIED", w, 0), w.run, "other")
		}, "invented"},
		{"half an object", sse, func(w *Writes) string { return "event: MODIFIED\nid: 101\ndata: {\"a\":\n\n" }, "malformed"},
		{"no JSON", sse, func(w *Writes) string { return "event: MODIFIED\nid: 101\ndata: {a}\n\n" }, "malformed"},
		{"an event without an id", sse, func(w *Writes) string {
			return strings.Replace(sseEvent("MODIFIED", w, 0), "id: 101\n", "", 1)
		}, "malformed"},
		{"an id that is no version", sse, func(w *Writes) string { return "id: a\n\n" }, "malformed"},
		{"a line that is no field", sse, func(w *Writes) string { return "hello\n\n" }, "malformed"},
		{"a line that is no event", jsonWatch, func(w *Writes) string { return "hello\n" }, "malformed"},
	} {
		t.Run(row.name, func(t *testing.T) {
			writes := written(2)
			ledger := newLedger(newPlan(writes))
			stream := &Stream{format: row.format, ledger: ledger, marker: writes.marker(), thorough: true}
			err := play(rand.New(rand.NewPCG(1, 1)), stream, row.body(writes))
			if err == nil {
				err = ledger.verdict()
			}
			if !strings.Contains(text(err), row.wanted) {
				t.Errorf("found %v, not that it is %s", err, row.wanted)
			}
		})
	}
}

func TestChunksThatAreNoneAreRefused(t *testing.T) {
	for _, wire := range []string{"x\r\n", "5\r\nhelloX", "\r\n", "fffffffff\r\n"} {
		stream := &Stream{ledger: newLedger(newPlan(written(1)))}
		if err := stream.feed([]byte(wire)); err != errChunk {
			t.Errorf("%q: %v", wire, err)
		}
	}
}

func TestTheEndOfABodyIsNoticed(t *testing.T) {
	stream := &Stream{ledger: newLedger(newPlan(written(1)))}
	if err := stream.feed([]byte("2;a=b\r\n\n\n\r\n0\r\n\r\n")); err != errEnded {
		t.Errorf("the end of the body gave %v", err)
	}
}
