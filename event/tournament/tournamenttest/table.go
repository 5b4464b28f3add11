package tournamenttest

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"touchmove/daemon"
	"touchmove/daemon/journal"
	"touchmove/event/tournament"
	"touchmove/eventlog/alarms"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// Table is a board, its clock and an arbiter's console, in virtual time. What hands and
// arbiters do becomes records, which the daemon's session takes like those of a live board.
type Table struct {
	t       testing.TB
	dir     string // directory of its journals
	id      string
	header  trace.Header
	session *daemon.Session
	log     *refusals
	tape    *tournament.Tape // what the arbiter's console makes of the same records
	path    string           // the journal that tape follows

	at     time.Duration // now
	ticked time.Duration // the deadline for which a scan was repeated
	shown  sensors.Scan  // what the sensors read
	ids    int           // number of command ids used
	Rang   map[alarms.ID]int
	rings  map[string]bool
	live   *live // nil if what is done becomes records at once
}

// refusals collects refused records, which the daemon reports only to its log and to the
// sender.
type refusals struct{ last string }

func (*refusals) Enabled(context.Context, slog.Level) bool { return true }
func (r *refusals) WithAttrs([]slog.Attr) slog.Handler     { return r }
func (r *refusals) WithGroup(string) slog.Handler          { return r }
func (r *refusals) Handle(_ context.Context, record slog.Record) error {
	if record.Message != "record refused" {
		return nil
	}
	record.Attrs(func(a slog.Attr) bool {
		if a.Key == "error" {
			r.last = a.Value.String()
		}
		return true
	})
	return nil
}

// newTable opens a board whose journals are below a state directory.
func newTable(t testing.TB, state, event, id string, h trace.Header, now time.Time) *Table {
	t.Helper()
	h.Board = id
	b := &Table{
		t: t, dir: filepath.Join(state, event, id), id: id, header: h, log: &refusals{}, ticked: -1,
		Rang: map[alarms.ID]int{}, rings: map[string]bool{},
	}
	for sq := range b.shown {
		b.shown[sq] = sensors.Empty
	}
	b.open(now)
	b.record(trace.Scan{Board: b.shown})
	return b
}

func (b *Table) open(now time.Time) {
	b.t.Helper()
	s, err := daemon.OpenSession(b.dir, b.id, b.header, now, slog.New(b.log))
	if err != nil {
		b.t.Fatal(err)
	}
	b.session, b.at = s, max(b.at, s.Last)
	b.follow()
}

// follow makes the console read the journal again, as after a restart.
func (b *Table) follow() {
	b.t.Helper()
	b.path = b.session.Store.Journal.Path()
	if b.live == nil { // else only what was decided has been written, as scanning continues
		if err := b.session.Store.Journal.Sync(); err != nil {
			b.t.Fatal(err)
		}
	}
	kept, err := journal.Read(b.path)
	if err != nil {
		b.t.Fatal(err)
	}
	if b.tape, err = tournament.NewTape(b.path, kept.Header, time.Time{}); err != nil {
		b.t.Fatal(err)
	}
	for _, r := range kept.Records {
		if err := b.tape.Step(r); err != nil {
			b.t.Fatal(err)
		}
	}
	b.listen()
}

// record takes a record at the current time. It returns the reason if it is refused, else "".
func (b *Table) record(what trace.What) string {
	b.t.Helper()
	if b.live != nil {
		return b.act(what)
	}
	r := trace.Record{At: b.at, What: what}
	b.log.last = ""
	if err := b.session.Loop.Run(func(yield func(trace.Record, error) bool) { yield(r, nil) }); err != nil {
		b.t.Fatal(err)
	}
	switch {
	case b.log.last != "":
		return b.log.last
	case b.session.Store.Journal.Path() != b.path:
		b.follow()
	default:
		if err := b.tape.Step(r); err != nil {
			b.t.Fatal(err)
		}
		b.listen()
	}
	return ""
}

// listen counts the alarms that have begun to ring.
func (b *Table) listen() {
	now := map[string]bool{}
	for _, a := range b.tape.Ringing() {
		key := string(a.ID) + " " + a.Cause
		if now[key] = true; !b.rings[key] {
			b.Rang[a.ID]++
		}
	}
	b.rings = now
}

// wait lets time pass. At each deadline it repeats the last scan, as a live board does, so
// that what is due happens.
func (b *Table) wait(d time.Duration) {
	b.t.Helper()
	if b.live != nil {
		b.rest(d.Truncate(time.Microsecond))
		return
	}
	for end := b.at + d.Truncate(time.Microsecond); ; {
		due, open := b.session.Loop.Due()
		if rings, waits := b.tape.Due(); waits && rings <= end && (!open || rings < due) {
			b.at = max(b.at, rings)
			b.tape.Advance(b.at)
			b.listen()
			continue
		}
		if !open || due > end || due == b.ticked {
			b.at = end
			return
		}
		b.ticked, b.at = due, max(b.at, due)
		b.record(trace.Scan{Board: b.shown})
	}
}

func (b *Table) lift(sq rules.Square) { b.set(sq, sensors.Empty) }

func (b *Table) place(sq rules.Square) { b.set(sq, sensors.Occupied) }

func (b *Table) set(sq rules.Square, is sensors.State) {
	b.t.Helper()
	if b.shown[sq] == is {
		return
	}
	b.shown[sq] = is
	b.record(trace.Change{Square: sq, Is: is})
}

// setUp puts the pieces of a position on the board, one after the other.
func (b *Table) setUp(p rules.Position) {
	b.t.Helper()
	for _, clear := range []bool{true, false} {
		for sq := range b.shown {
			square := rules.Square(sq)
			if (p.At(square) == rules.NoPiece) == clear && (b.shown[sq] != sensors.Empty) == clear {
				b.wait(400 * time.Millisecond)
				if clear {
					b.lift(square)
				} else {
					b.place(square)
				}
			}
		}
	}
	b.wait(3 * time.Second)
}

// do gives a command, which must be carried out.
func (b *Table) do(c trace.Command) {
	b.t.Helper()
	if refused := b.ask(c); refused != "" {
		b.t.Fatalf("%s at %v: %s %s %s is refused: %s", b.id, b.at, c.Do, c.What, c.Extra, refused)
	}
}

// refused gives a command, which must be refused with these words.
func (b *Table) refused(c trace.Command, says string) {
	b.t.Helper()
	if refused := b.ask(c); !strings.Contains(refused, says) {
		b.t.Fatalf("%s at %v: %s %s is not refused with %q but %q", b.id, b.at, c.Do, c.What, says, refused)
	}
}

func (b *Table) ask(c trace.Command) string {
	b.t.Helper()
	b.ids++
	c.ID = fmt.Sprintf("%s-%d", b.id, b.ids)
	return b.record(c)
}

// arbiter makes a command of the arbiter; keys alternates names and values of further keys.
func (b *Table) arbiter(do string, keys ...any) trace.Command {
	b.t.Helper()
	return b.by("arbiter", do, keys...)
}

func (b *Table) by(who, do string, keys ...any) trace.Command {
	b.t.Helper()
	c := trace.Command{Do: do, By: who}
	extra := map[string]any{}
	for i := 0; i < len(keys); i += 2 {
		switch key, value := keys[i].(string), keys[i+1]; key {
		case "what":
			c.What = value.(string)
		case "why":
			c.Why = value.(string)
		case "uci":
			c.UCI = value.(string)
		case "result":
			c.Result = value.(string)
		case "piece":
			c.Piece = value.(string)
		case "ply":
			c.Ply = value.(int)
		default:
			extra[key] = value
		}
	}
	var err error
	if c.Extra, err = trace.NewExtra(extra); err != nil {
		b.t.Fatal(err)
	}
	return c
}

// cut cuts the power in the middle of a write, and restores it after a while.
func (b *Table) cut(dark time.Duration) {
	b.t.Helper()
	path := b.session.Store.Journal.Path()
	if err := b.session.Store.Journal.Close(); err != nil {
		b.t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := f.WriteString(`{"at_us":` + fmt.Sprint(b.at.Microseconds()) + `,"sq`); err != nil {
		b.t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		b.t.Fatal(err)
	}
	b.open(time.Time{})
	b.at += dark
}

// console returns the state of an arbiter's console of the board.
func (b *Table) console() *tournament.Tape {
	b.t.Helper()
	if b.live != nil {
		b.follow()
		b.tape.Advance(b.at)
	}
	return b.tape
}

// close closes the session properly.
func (b *Table) close() {
	b.t.Helper()
	if b.live != nil {
		b.leave()
	}
	if err := b.session.Store.Journal.Close(); err != nil {
		b.t.Fatal(err)
	}
}
