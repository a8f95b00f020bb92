package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Format is how a stream tells of changes.
type Format int

const (
	sse Format = iota
	jsonWatch
)

func (f Format) String() string { return [...]string{"SSE", "JSON watch"}[f] }

// longest is how long a line may be: more than any pod.
const longest = 4 << 20

// Stream is the body of one watcher, taken apart as it comes into lines, events and the changes that they tell of, which
// go to its ledger. It allocates nothing for an event that comes in one piece. Confined to one goroutine.
type Stream struct {
	format  Format
	ledger  *Ledger
	marker  []byte
	chunks  chunks
	partial []byte // the start of a line whose end has not come
	// receive is told of each change that came for the first time.
	receive func(number int)
	// thorough parses each event as JSON, which is too dear for all of a thousand streams.
	thorough bool
	measured *int // sums the bytes of events, if it is there

	// of the event that is being read
	kind   string
	id     uint64
	number int
	data   bool
}

var (
	colonType = []byte(`{"type":"`)
	errBroken = errors.New("malformed")
	errEnded  = errors.New("ended by the server")
)

// feed takes what was read from the connection after the head of the answer.
func (s *Stream) feed(text []byte) error {
	for {
		piece, rest, err := s.chunks.next(text)
		if err != nil {
			return err
		}
		if s.chunks.ended {
			return errEnded
		}
		if len(piece) == 0 {
			return nil
		}
		if err := s.lines(piece); err != nil {
			return err
		}
		text = rest
	}
}

// lines takes a piece of the body, cut anywhere.
func (s *Stream) lines(piece []byte) error {
	for {
		end := bytes.IndexByte(piece, '\n')
		if end < 0 {
			if len(s.partial)+len(piece) > longest {
				return fmt.Errorf("%w: a line is longer than %d bytes", errBroken, longest)
			}
			s.partial = append(s.partial, piece...)
			return nil
		}
		line := piece[:end]
		piece = piece[end+1:]
		if len(s.partial) > 0 {
			s.partial = append(s.partial, line...)
			line = s.partial
		}
		var err error
		if s.format == sse {
			err = s.field(line)
		} else {
			err = s.watchEvent(line)
		}
		if s.partial = s.partial[:0]; err != nil {
			return err
		}
	}
}

// field takes a line of an event stream: a field, a comment, or the blank line that ends an event.
func (s *Stream) field(line []byte) error {
	if len(line) == 0 {
		return s.dispatch()
	}
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "": // a comment
	case "retry":
	case "event":
		s.kind = kindOf(value)
	case "id":
		id, found := digits(value)
		if !found {
			return fmt.Errorf("%w: id %q is no version", errBroken, value)
		}
		s.id = id
	case "data":
		s.data = true
		return s.change(value)
	default:
		return fmt.Errorf("%w: field %q", errBroken, line[:min(len(line), 80)])
	}
	return nil
}

// dispatch ends an event of an event stream.
func (s *Stream) dispatch() error {
	kind, id, number, data := s.kind, s.id, s.number, s.data
	s.kind, s.id, s.number, s.data = "", 0, 0, false
	switch {
	case !data && kind == "": // the end of a comment
	case kind == "BOOKMARK" || kind == "SYNCED":
		if id != 0 {
			s.ledger.pass(id)
		}
	case kind != "MODIFIED":
		s.ledger.fault("unexpected", fmt.Sprintf("an event %q", kind))
	case !data || id == 0:
		return fmt.Errorf("%w: an event without data or id", errBroken)
	default:
		s.take(number, id)
	}
	return nil
}

// watchEvent takes a line of a JSON watch.
func (s *Stream) watchEvent(line []byte) error {
	rest, found := bytes.CutPrefix(line, colonType)
	end := bytes.IndexByte(rest, '"')
	if !found || end < 0 {
		return fmt.Errorf("%w: not an event: %q", errBroken, line[:min(len(line), 80)])
	}
	version, versioned := versionIn(line)
	switch kind := kindOf(rest[:end]); {
	case kind == "BOOKMARK" && versioned:
		s.ledger.pass(version)
	case kind != "MODIFIED" || !versioned:
		s.ledger.fault("unexpected", fmt.Sprintf("an event %q", line[:min(len(line), 200)]))
	default:
		if err := s.change(line); err != nil {
			return err
		}
		s.take(s.number, version)
	}
	return nil
}

// change finds the number of the change that an event tells of.
func (s *Stream) change(text []byte) error {
	if len(text) < 2 || text[0] != '{' || text[len(text)-1] != '}' || s.thorough && !json.Valid(text) {
		return fmt.Errorf("%w: not an object: %q", errBroken, text[:min(len(text), 80)])
	}
	if s.measured != nil {
		*s.measured += len(text)
	}
	s.number = -1
	if at := bytes.Index(text, s.marker); at >= 0 {
		if number, found := leadingNumber(text[at+len(s.marker):]); found {
			s.number = int(number)
		}
	}
	return nil
}

func (s *Stream) take(number int, version uint64) {
	if s.ledger.receive(number, version) && s.receive != nil {
		s.receive(number)
	}
}

// kindOf is the text without a new string for the kinds that there are.
func kindOf(text []byte) string {
	switch string(text) {
	case "MODIFIED":
		return "MODIFIED"
	case "BOOKMARK":
		return "BOOKMARK"
	case "SYNCED":
		return "SYNCED"
	default:
		return string(text)
	}
}

// digits reads a number that is the whole text.
func digits(text []byte) (uint64, bool) {
	var value uint64
	for _, c := range text {
		if c < '0' || c > '9' {
			return 0, false
		}
		value = value*10 + uint64(c-'0')
	}
	return value, len(text) > 0
}
