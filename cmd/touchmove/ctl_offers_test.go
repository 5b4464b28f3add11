package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"touchmove/broadcast"
	"touchmove/eventlog"
	"touchmove/internal/words"
	"touchmove/reconcile/scenario"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

var offeredLine = regexp.MustCompile(`(?m)^ +touchmove ctl (\S+)(.*?)(   \(.*\))?$`)

// TestDeskOffersWhatIsAccepted: in the states of all scenarios, after each command and at the end, every
// command that the desk offers is accepted on a copy of the board. With -short it is every fourth scenario.
func TestDeskOffersWhatIsAccepted(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("../../reconcile/testdata/laws/*.jsonl")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	given := map[string]int{}
	for _, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		list, err := scenario.Read(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := file.Close(); err != nil {
			t.Fatal(err)
		}
		every := 1
		if testing.Short() {
			every = 4
		}
		for i := 0; i < len(list); i += every {
			s := &list[i]
			edition := s.Editions[i%len(s.Editions)]
			h, records, err := s.Trace(edition)
			if err != nil {
				continue // another test reports it
			}
			for n := range records {
				_, is := records[n].What.(trace.Command)
				if is || n == len(records)-2 { // the last one ends the recording
					offers(t, s.ID+"/"+edition, h, records[:n+1], given)
				}
			}
		}
	}
	for _, do := range []string{"undo", "illegal", "verdict", "claim", "sign", "acknowledge"} {
		if given[do] == 0 {
			t.Errorf("no scenario has the desk offer %s", do)
		}
	}
}

// offers gives each command that the desk offers after these records to a copy of the board.
func offers(t *testing.T, name string, h trace.Header, records []trace.Record, given map[string]int) {
	t.Helper()
	at := records[len(records)-1].At
	b := replayed(t, h, records)
	tick := trace.Record{At: at, What: trace.Scan{Board: b.Game().Board()}} // what falls due by then is decided
	if _, err := b.Step(tick); err != nil {
		t.Fatal(err)
	}
	records = append(slices.Clip(records), tick)
	var state eventlog.State
	for _, e := range b.Entries() {
		state.Apply(e)
	}
	if b.Game().Playing().Result != "*" && strings.Contains(deskText(t, &state), ": open\n") {
		t.Errorf("%s: after the end something is open:\n%s", name, deskText(t, &state))
	}
	for _, m := range offeredLine.FindAllStringSubmatch(deskText(t, &state), -1) {
		for _, args := range alternatives(m[2]) {
			c := commandOf(t, m[1], args)
			given[m[1]]++
			if _, err := replayed(t, h, records).Step(trace.Record{At: at, What: c}); err != nil {
				t.Errorf("%s: the desk offers %s%s: %v", name, m[1], args, err)
			}
		}
	}
}

func replayed(t *testing.T, h trace.Header, records []trace.Record) *eventlog.Board {
	t.Helper()
	b, err := eventlog.New(h, eventlog.Journal{ID: "hall-7"})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		if _, err := b.Step(r); err != nil {
			if _, asked := r.What.(trace.Command); !asked {
				t.Fatal(err)
			}
		}
	}
	return b
}

// deskText is what touchmove ctl desk prints.
func deskText(t *testing.T, s *eventlog.State) string {
	t.Helper()
	texts, _ := words.In(rules.English)
	return deskIn(t, s, texts, (*deskPrinter).all)
}

// alternatives returns the arguments with each of several words: what=a|b.
func alternatives(args string) (list []string) {
	before, rest, found := strings.Cut(args, "|")
	if !found {
		return []string{args}
	}
	first := before[strings.LastIndexByte(before, '=')+1:]
	before = strings.TrimSuffix(before, first)
	for _, word := range strings.Split(first+"|"+rest, "|") {
		list = append(list, before+word)
	}
	return list
}

// commandOf reads a command as it is typed.
func commandOf(t *testing.T, do, args string) trace.Command {
	t.Helper()
	kind, ok := trace.CommandKindOf(do)
	if !ok {
		t.Fatalf("the desk offers %q, which is no command", do)
	}
	var list []string
	for _, m := range regexp.MustCompile(`(?:"[^"]*"|[^\s"])+`).FindAllString(args, -1) {
		list = append(list, strings.ReplaceAll(m, `"`, ""))
	}
	keys, err := (&ctlOptions{}).keys(kind, list)
	if err != nil {
		t.Fatalf("%s%s: %v", do, args, err)
	}
	line, err := json.Marshal(keys)
	if err != nil {
		t.Fatal(err)
	}
	r, err := broadcast.ParseRequest(do, line)
	if err != nil {
		t.Fatalf("%s%s: %v", do, args, err)
	}
	return r.Command
}
