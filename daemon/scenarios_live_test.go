package daemon_test

import (
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/broadcast"
	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/hardware"
	"touchmove/daemon/journal"
	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/reconcile/scenario"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/scan"
	"touchmove/sensors/sim/chips"
	"touchmove/sensors/trace"
	"touchmove/sensors/wiring"
)

// sampledLive are the scenarios that are always played on a live board: a few of each kind of command, board and end.
var sampledLive = []string{
	"A4-001", "A4-019", "A4-040", "A4-056", "A4-092", "A4-114", "A4-120", "A4-124", "A4L-001", "A4L-015", "PR-005", "PR-030",
	"PR-120", "ADJ-004", "ALM-010", "DSP-004", "END-081", "TXT-315", "ONE-672", "AWK-069", "AWK-071",
}

// TestScenariosLive plays the scenarios of the Laws on a live board: pieces on simulated chips that the drivers read,
// buttons of a clock on its lines, and commands as a client of MQTT or of the local socket writes them. What is refused,
// the state, the events, the alarms and the desk are as in a replay of the scenario's trace, and the state is as the
// scenario expects. With TOUCHMOVE_ALL=yes all scenarios are played, each in one of its editions, for minutes; with
// TOUCHMOVE_LONG=yes one in twenty; otherwise those of sampledLive.
func TestScenariosLive(t *testing.T) {
	files, err := filepath.Glob("../reconcile/testdata/laws/*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	each := 0 // which share of the scenarios is played beside the sample
	switch {
	case os.Getenv("TOUCHMOVE_ALL") == "yes":
		each = 1
	case os.Getenv("TOUCHMOVE_LONG") == "yes":
		each = 20
	}
	type played struct {
		s       scenario.Scenario
		edition string
	}
	var list []played
	for _, name := range files {
		file, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		all, err := scenario.Read(file)
		file.Close()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i, s := range all {
			if each > 0 && i%each == 0 || slices.Contains(sampledLive, s.ID) {
				list = append(list, played{s, anEdition(&s)})
			}
		}
	}
	if len(list) < len(sampledLive) {
		t.Errorf("%d of %d scenarios of the sample exist", len(list), len(sampledLive))
	}
	next := make(chan played)
	var busy sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		busy.Go(func() {
			for p := range next {
				t.Run(p.s.ID+"/"+p.edition, func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) { playedLive(t, &p.s, p.edition) })
				})
			}
		})
	}
	for _, p := range list {
		next <- p
	}
	close(next)
	busy.Wait()
}

// anEdition chooses one of a scenario's editions, always the same.
func anEdition(s *scenario.Scenario) string {
	h := fnv.New32a()
	h.Write([]byte(s.ID))
	return s.Editions[int(h.Sum32())%len(s.Editions)]
}

// rest is how long the board is left alone at the end: longer than anything that waits for scenario.Rest.
const rest = scenario.Rest + 500*time.Millisecond

// playedLive plays one scenario on a live board, and compares what follows with a replay.
func playedLive(t *testing.T, s *scenario.Scenario, edition string) {
	h, records, err := s.Paced(edition, scenario.Pace{Gap: scenario.Gap, Rest: rest})
	if err != nil {
		t.Fatal(err)
	}
	end := len(records) - 1
	records[end].What = nil // a live board is not at its end: time goes on
	told := replayedAsTold(t, h, records)
	b := newSeat(t, h)
	refused := b.play(records)
	b.stop()
	if !reflect.DeepEqual(refused, told.refused) {
		t.Errorf("refused %v, in a replay %v", refused, told.refused)
	}
	got := b.outcome()
	if slices.ContainsFunc(records, isNewGame) { // it has a journal of its own
		got.state, got.desk, told.state, told.desk = "", "", "", ""
	} else if diffs, err := s.Differences([]byte(got.ended)); err != nil {
		t.Fatal(err)
	} else if len(diffs) > 0 {
		t.Errorf("%s: not as expected: %v", s.Title, diffs)
	}
	if slices.Contains(atTheMinute, s.ID) {
		got.alarms, told.alarms = "", ""
	}
	for _, c := range []struct{ what, got, want string }{
		{"state", got.state, told.state}, {"events", got.events, told.events}, {"alarms", got.alarms, told.alarms}, {"desk", got.desk, told.desk},
	} {
		if c.got != c.want {
			t.Errorf("%s: the %s on a live board, and in a replay:\n%s", s.Title, c.what, lineDiff(c.want, c.got))
		}
	}
	if t.Failed() {
		for i, r := range records {
			t.Logf("%d %v %+v", i, r.At, r.What)
		}
	}
}

// atTheMinute are the scenarios in which a player has exactly five minutes at a press, so that a microsecond decides
// whether time_trouble rings before it.
var atTheMinute = []string{"FU-003", "PR-003", "PR-011", "PR-012"}

// isNewGame reports whether a record begins another game.
func isNewGame(r trace.Record) bool {
	c, is := r.What.(trace.Command)
	return is && c.Do == trace.DoNewGame
}

// outcome is what a board says at the end, as text.
type outcome struct {
	refused                     map[int]string // codes, by the number of the record
	state, events, alarms, desk string
	ended                       string // the state if the recording ended here
}

// replayedAsTold replays records. A record without content only lets time pass.
func replayedAsTold(t *testing.T, h trace.Header, records []trace.Record) outcome {
	t.Helper()
	board, err := eventlog.New(h, eventlog.Journal{ID: "hall-7"})
	if err != nil {
		t.Fatal(err)
	}
	o := outcome{refused: map[int]string{}}
	last, ticked := time.Duration(0), time.Duration(-1)
	for i, r := range records {
		for { // a live board makes a record when something is due
			due, waits := board.Due()
			if due = max(due, last); !waits || due >= r.At || due == ticked {
				break
			}
			last, ticked = due, due
			if _, err := board.Step(trace.Record{At: due, What: trace.Scan{Board: board.Game().Board()}}); err != nil {
				t.Fatal(err)
			}
		}
		last = r.At
		if r.What == nil {
			r.What = trace.Scan{Board: board.Game().Board()}
		}
		if _, err := board.Step(r); err != nil {
			o.refused[i] = broadcast.Refused("", err).Reason.Code
		}
	}
	o.said(t, board.Game(), board.Entries())
	return o
}

// said fills in what the entries of a board and its game say.
func (o *outcome) said(t *testing.T, g *reconcile.Game, entries []eventlog.Entry) {
	t.Helper()
	state, err := json.MarshalIndent(g.State(), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	o.state = string(state)
	var now eventlog.State
	var events, alarms strings.Builder
	for _, e := range entries {
		now.Apply(e)
		if line := timeless(t, e.Event.AppendJSON(nil)); line != "" {
			events.WriteString(line)
		}
	}
	for _, a := range now.Ringing.Alarms {
		fmt.Fprintln(&alarms, a.ID, a.Squares)
	}
	o.events, o.alarms = events.String(), alarms.String()
	var desk map[string]any
	if err := json.Unmarshal(broadcast.DeskNow(&now), &desk); err != nil {
		t.Fatal(err)
	}
	text, err := json.MarshalIndent(withoutTimes(desk), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	o.desk = string(text)
}

// withoutTimes drops times, ids and sequence numbers, which depend on the moment of a scan.
func withoutTimes(value any) any {
	switch v := value.(type) {
	case map[string]any:
		if v["do"] == trace.DoResumeAdjourned {
			delete(v, "keys") // the daemon has opened the envelope and added its text
		}
		for key, inner := range v {
			if strings.HasSuffix(key, "_ms") || strings.HasSuffix(key, "_us") || slices.Contains(momentary, key) {
				delete(v, key)
				continue
			}
			v[key] = withoutTimes(inner)
		}
	case []any:
		for i, inner := range v {
			v[i] = withoutTimes(inner)
		}
	}
	return value
}

// momentary are keys of the desk that depend on the moment of a scan.
var momentary = []string{"at", "seq", "time", "game", "id", "since", "envelope", "commitment", "salt", "who", "role", "after", "elsewhere", "from"}

// ruled are the events that are compared. Moves, and breaches by them, are in the state; when they are published depends
// on the moment of a scan.
var ruled = []string{"illegal", "result", "remark", "displaced", "restored", "fault", "annulled", "resumed", "clock"}

// timeless returns an event without what depends on the moment of a scan; "" if it is not one of ruled.
func timeless(t *testing.T, event []byte) string {
	t.Helper()
	var keys map[string]any
	if len(event) == 0 || json.Unmarshal(event, &keys) != nil {
		return ""
	}
	name, _ := keys["event"].(string)
	if !slices.Contains(ruled, name) {
		return ""
	}
	out := name
	for _, key := range []string{"remark", "by", "ply", "uci", "was", "how", "kind", "allowed", "squares", "rule", "status", "number", "restore", "result", "reason", "proposed", "change", "why", "moves", "period"} {
		if v, ok := keys[key]; ok && v != nil {
			out += fmt.Sprintf(" %s=%v", key, v)
		}
	}
	return out + "\n"
}

// seat is a live board with a clock, in a synctest bubble.
type seat struct {
	t       *testing.T
	pins    *chips.Board
	twins   *wiring.Twins
	board   hardware.Board
	dir     string
	s       *daemon.Session
	asks    chan broadcast.Request
	cancel  context.CancelFunc
	done    chan error
	arbiter broadcast.Sender
	at      time.Duration // of the last record that was played
}

func newSeat(t *testing.T, h trace.Header) *seat {
	t.Helper()
	chip := "mcp23017"
	if h.Sensing == sensors.Polarity {
		chip = "ads7138"
	}
	wired, err := wiring.Usual(chip)
	if err != nil {
		t.Fatal(err)
	}
	b := &seat{t: t, pins: chips.NewBoard(), dir: t.TempDir(), asks: make(chan broadcast.Request), done: make(chan error, 1), arbiter: broadcast.Sender{Name: "chief", Role: broadcast.Arbiter}}
	buttons := scan.ClockLines{White: "GPIO17", Black: "GPIO27", Debounce: 2 * time.Millisecond}
	if b.twins, err = wiring.NewTwins(wired, buttons, b.pins, nil); err != nil {
		t.Fatal(err)
	}
	if b.board, err = hardware.OpenOn(b.twins, configs.Board{ID: "hall-7", Sensing: h.Sensing, ScanHz: 100, Wiring: wired, Clock: buttons}, hardware.Played{}); err != nil {
		t.Fatal(err)
	}
	b.s = open(t, filepath.Join(b.dir, "b"), h, quiet)
	daemon.SealIn(b.s, b.dir)
	return b
}

// play performs the records of a scenario, and returns the codes of what was refused.
func (b *seat) play(records []trace.Record) map[int]string {
	b.t.Helper()
	ctx, cancel := context.WithCancel(b.t.Context())
	b.cancel = cancel
	b.pins.Set(records[0].What.(trace.Scan).Board)
	began := time.Now()
	go func() { b.done <- b.s.Loop.Run(daemon.NewLive(b.board, 0, nil, b.asks).Records(ctx, b.s.Loop)) }()
	refused := map[int]string{}
	for i, r := range records[1:] {
		at := r.At
		if _, pressed := r.What.(trace.Press); !pressed {
			at -= time.Millisecond // so that the scan of this time sees it; a press has a time of its own
		}
		time.Sleep(time.Until(began.Add(at)))
		switch w := r.What.(type) {
		case trace.Scan:
			b.pins.Set(w.Board)
			time.Sleep(b.board.Period)
		case trace.Change:
			b.pins.SetSquare(w.Square, w.Is)
		case trace.Press:
			n := 0
			if w.By == rules.Black {
				n = 1
			}
			b.twins.Clock.Contact(n, true)
			time.AfterFunc(40*time.Millisecond, func() { b.twins.Clock.Contact(n, false) })
		case trace.Command:
			if code := b.ask(i+1, w); code != "" {
				refused[i+1] = code
			}
		}
	}
	b.at = records[len(records)-1].At
	time.Sleep(10 * b.board.Period)
	return refused
}

// ask sends a command as JSON and returns the code of its refusal.
func (b *seat) ask(n int, c trace.Command) string {
	b.t.Helper()
	c.ID = fmt.Sprintf("c%d", n)
	said, err := broadcast.ReadPayload(c.AppendJSON(nil))
	if err != nil {
		b.t.Fatal(err)
	}
	r, err := b.arbiter.Request(said, c.Do, "hall-7")
	if err != nil {
		b.t.Logf("%s: %v", c.AppendJSON(nil), err)
		return broadcast.Refused(c.ID, err).Reason.Code
	}
	answers := make(chan broadcast.Answer, 1)
	r.Answer = func(a broadcast.Answer) { answers <- a }
	b.asks <- r
	if a := <-answers; !a.OK {
		return a.Reason.Code
	}
	return ""
}

func (b *seat) stop() {
	b.t.Helper()
	b.cancel()
	if err := <-b.done; err != nil {
		b.t.Fatal(err)
	}
	if err := b.board.Close(); err != nil {
		b.t.Fatal(err)
	}
	if err := b.s.Store.Journal.Close(); err != nil {
		b.t.Fatal(err)
	}
}

// outcome returns what was published, and the state of the game as a replay of the journal has it.
func (b *seat) outcome() (o outcome) {
	b.t.Helper()
	_, kept, err := journal.Open(journal.OS{}, b.s.Store.Journal.Path())
	if err != nil {
		b.t.Fatal(err)
	}
	g, err := reconcile.NewGame(kept.Header)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, r := range kept.Records {
		g.Step(r) // a command that was refused is refused again
	}
	if now := kept.Records[len(kept.Records)-1].At; now < b.at { // nothing was due since
		g.Step(trace.Record{At: b.at, What: trace.Scan{Board: g.Board()}})
	}
	told, _ := b.s.History.From(0)
	o.said(b.t, g, told)
	g.Step(trace.Record{At: max(b.at, kept.Records[len(kept.Records)-1].At), What: trace.End{}})
	state, err := json.Marshal(g.State())
	if err != nil {
		b.t.Fatal(err)
	}
	o.ended = string(state)
	return o
}

// lineDiff lists the lines that only one of two texts has.
func lineDiff(want, got string) string {
	var b strings.Builder
	count := map[string]int{}
	for line := range strings.Lines(want) {
		count[line]++
	}
	for line := range strings.Lines(got) {
		if count[line]--; count[line] < 0 {
			fmt.Fprintf(&b, "LIVE %s", line)
		}
	}
	for line := range strings.Lines(want) {
		if count[line] > 0 {
			count[line]--
			fmt.Fprintf(&b, "REPLAY %s", line)
		}
	}
	if b.Len() == 0 {
		b.WriteString("the same lines in another order\n")
	}
	return b.String()
}
