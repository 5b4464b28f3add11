package eventlog_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"touchmove/eventlog"
	"touchmove/sensors/trace"
)

// A login that sends commands all day makes one game as long as a journal may become, and its entries
// stay in memory. Each has the desk with its last forty actions, which the entries share: otherwise
// twenty thousand commands would take 300 MB.
func TestDesksShareTheirActions(t *testing.T) {
	const commands, each = 3000, 3 << 10 // bytes
	b, err := eventlog.New(trace.DefaultHeader(), eventlog.Journal{ID: "x-1"})
	if err != nil {
		t.Fatal(err)
	}
	inUse := func() int64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	before := inUse()
	for n := range commands {
		r := trace.Record{At: time.Duration(n) * time.Second, What: trace.Command{ID: fmt.Sprint(n), Do: trace.DoNote, What: "hello"}}
		if _, err := b.Step(r); err != nil {
			t.Fatal(err)
		}
	}
	if took := inUse() - before; took > commands*each {
		t.Errorf("%d commands take %d bytes each", commands, took/commands)
	}
	last, ok := b.Entries()[len(b.Entries())-1].What.(eventlog.Desk)
	if !ok || len(last.Actions) != 40 || last.Actions[39].Number != commands || last.Actions[0].Number != commands-39 {
		t.Errorf("the last entry is %+v", b.Entries()[len(b.Entries())-1])
	}
}
