package main

import (
	"fmt"
	"math/bits"
)

// Plan is the changes of one measurement, numbered from 0 as they are written, and what is known of each. Confined to the
// goroutine that receives, but for what says otherwise.
type Plan struct {
	writes *Writes // what was sent and acknowledged; safe for use by several
	// versions are those with which each change was first received.
	versions []uint64
}

func newPlan(writes *Writes) *Plan {
	return &Plan{writes: writes, versions: make([]uint64, writes.count)}
}

// agree holds the versions that were received against those that the writes were answered with.
func (p *Plan) agree() error {
	for number, received := range p.versions {
		if written := p.writes.version(number); received != 0 && received != written {
			return fmt.Errorf("change %d was written as version %d and received as %d", number, written, received)
		}
	}
	return nil
}

// Ledger is what one client received of a plan: each change once, by rising versions, or else what was wrong. Confined to
// one goroutine.
type Ledger struct {
	plan  *Plan
	seen  []uint64 // a bit for each change
	count int
	last  uint64 // the highest version so far
	// wrong counts what was wrong, first describes the first of it.
	wrong int
	first string
}

func newLedger(plan *Plan) *Ledger {
	return &Ledger{plan: plan, seen: make([]uint64, (plan.writes.count+63)/64)}
}

// receive takes a change by its number and the version it came with. It says whether it is the first time.
func (l *Ledger) receive(number int, version uint64) bool {
	if number < 0 || number >= l.plan.writes.count {
		l.fault("invented", fmt.Sprintf("change %d of %d", number, l.plan.writes.count))
		return false
	}
	word, bit := number/64, uint64(1)<<(number%64)
	if l.seen[word]&bit != 0 {
		l.fault("doubled", fmt.Sprintf("change %d at version %d", number, version))
		return false
	}
	l.seen[word] |= bit
	l.count++
	if version <= l.last {
		l.fault("reordered", fmt.Sprintf("version %d after %d", version, l.last))
	} else {
		l.last = version
	}
	switch known := l.plan.versions[number]; known {
	case 0:
		l.plan.versions[number] = version
	case version:
	default:
		l.fault("malformed", fmt.Sprintf("change %d has version %d here and %d elsewhere", number, version, known))
	}
	return true
}

// pass takes a version that came without a change, as that of a bookmark.
func (l *Ledger) pass(version uint64) {
	if version < l.last {
		l.fault("reordered", fmt.Sprintf("mark %d after version %d", version, l.last))
	}
	l.last = max(l.last, version)
}

// fault notes something wrong.
func (l *Ledger) fault(kind, what string) {
	if l.wrong++; l.wrong == 1 {
		l.first = kind + ": " + what
	}
}

// complete says whether every change came.
func (l *Ledger) complete() bool { return l.count == l.plan.writes.count }

// verdict is nil if each change came once and in order, and nothing else.
func (l *Ledger) verdict() error {
	if l.wrong > 0 {
		return fmt.Errorf("%d faults, the first: %s", l.wrong, l.first)
	}
	if l.complete() {
		return nil
	}
	for word, bitsSeen := range l.seen {
		if number := word*64 + bits.TrailingZeros64(^bitsSeen); bitsSeen != ^uint64(0) && number < l.plan.writes.count {
			return fmt.Errorf("lost: %d of %d changes, the first: %d", l.plan.writes.count-l.count, l.plan.writes.count, number)
		}
	}
	return nil
}

// verdicts are the first of what was wrong with several clients, and with how many.
func verdicts(ledgers []*Ledger) error {
	wrong := 0
	var first error
	for i, ledger := range ledgers {
		if err := ledger.verdict(); err != nil {
			if wrong++; wrong == 1 {
				first = fmt.Errorf("client %d: %w", i, err)
			}
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%d of %d clients: %w", wrong, len(ledgers), first)
	}
	return nil
}
