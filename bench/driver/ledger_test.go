package main

import (
	"strings"
	"testing"
)

// written are writes that were acknowledged with versions 101, 102 and on.
func written(count int) *Writes {
	w := newWrites(testServer(), []string{"/x"}, 1, count)
	for i := range count {
		w.sent[i].Store(1)
		w.acked[i].Store(2)
		w.versions[i].Store(uint64(101 + i))
	}
	return w
}

func TestALedgerKnowsWhatIsWrong(t *testing.T) {
	for _, row := range []struct {
		name    string
		numbers []int
		offsets []int // added to the version that a change has
		verdict string
	}{
		{"all, in order", []int{0, 1, 2, 3}, nil, ""},
		{"one is lost", []int{0, 1, 3}, nil, "lost: 1 of 4 changes, the first: 2"},
		{"the last is lost", []int{0, 1, 2}, nil, "lost: 1 of 4 changes, the first: 3"},
		{"all are lost", nil, nil, "lost: 4 of 4 changes, the first: 0"},
		{"one comes twice", []int{0, 1, 1, 2, 3}, nil, "1 faults, the first: doubled: change 1 at version 102"},
		{"two change places", []int{0, 2, 1, 3}, nil, "1 faults, the first: reordered: version 102 after 103"},
		{"one is invented", []int{0, 1, 2, 3, 4}, nil, "1 faults, the first: invented: change 4 of 4"},
		{"one has no number", []int{0, 1, -1, 2, 3}, nil, "1 faults, the first: invented: change -1 of 4"},
		{"a version comes twice", []int{0, 1, 2, 3}, []int{0, 0, -1, 0}, "1 faults, the first: reordered: version 102 after 102"},
	} {
		t.Run(row.name, func(t *testing.T) {
			// Given a client of four changes
			ledger := newLedger(newPlan(written(4)))
			// When it receives these
			for i, number := range row.numbers {
				version := uint64(101 + number)
				if row.offsets != nil {
					version += uint64(row.offsets[i])
				}
				ledger.receive(number, version)
			}
			// Then its verdict is this
			if err := ledger.verdict(); text(err) != row.verdict {
				t.Errorf("verdict %q, not %q", text(err), row.verdict)
			}
		})
	}
}

func TestAClientsVersionsAreThoseOfTheOthersAndOfTheWrites(t *testing.T) {
	// Given two clients of two changes
	plan := newPlan(written(2))
	one, other := newLedger(plan), newLedger(plan)
	// When one of them gets another version than the other
	one.receive(0, 101)
	one.receive(1, 102)
	other.receive(0, 101)
	other.receive(1, 109)
	// Then that is said of it alone
	if err := one.verdict(); err != nil {
		t.Errorf("the first client: %v", err)
	}
	if err := other.verdict(); !strings.Contains(text(err), "malformed: change 1 has version 109 here and 102 elsewhere") {
		t.Errorf("the second client: %v", err)
	}
	if err := plan.agree(); err != nil {
		t.Errorf("what came first does not agree with the writes: %v", err)
	}
	// And what both get otherwise than it was written is found
	plan.versions[1] = 109
	if err := plan.agree(); text(err) != "change 1 was written as version 102 and received as 109" {
		t.Errorf("agreed: %v", err)
	}
}

func TestBookmarksDoNotGoBack(t *testing.T) {
	ledger := newLedger(newPlan(written(2)))
	ledger.receive(0, 101)
	ledger.pass(101)
	ledger.pass(105)
	ledger.receive(1, 102)
	if err := ledger.verdict(); text(err) != "1 faults, the first: reordered: version 102 after 105" {
		t.Errorf("verdict %v", err)
	}
}

func TestManyChangesAreCounted(t *testing.T) {
	// Given more changes than fit in a word, all but one received
	for _, missing := range []int{0, 63, 64, 127, 128, 199} {
		ledger := newLedger(newPlan(written(200)))
		for i := range 200 {
			if i != missing {
				ledger.receive(i, uint64(101+i))
			}
		}
		// Then that one is named
		if err := ledger.verdict(); !strings.HasPrefix(text(err), "lost: 1 of 200") || !strings.HasSuffix(text(err), ": "+itoa(missing)) {
			t.Errorf("without %d: %v", missing, err)
		}
	}
}

func TestVerdictsCountClients(t *testing.T) {
	plan := newPlan(written(1))
	good, bad := newLedger(plan), newLedger(plan)
	good.receive(0, 101)
	if err := verdicts([]*Ledger{good, bad}); text(err) != "1 of 2 clients: client 1: lost: 1 of 1 changes, the first: 0" {
		t.Errorf("verdict %v", err)
	}
	if err := verdicts([]*Ledger{good}); err != nil {
		t.Errorf("verdict %v", err)
	}
}

func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}
