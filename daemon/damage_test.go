package daemon_test

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"touchmove/sensors/trace"
)

// A card that has lost a block of what was kept, and told, leads to no number
// with two meanings: the game goes on from before the block, is announced anew
// above every number, and what followed is put aside for a person.
func TestLostBlock(t *testing.T) {
	dir := t.TempDir()
	records := performance(t, "clean", 1)[:60]
	s := open(t, dir, header, quiet)
	if err := s.Run(all(records)); err != nil {
		t.Fatal(err)
	}
	told, moves := s.History.Last(), made(s.History)
	path := s.Journal.Path()
	if err := s.Journal.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const block = 512
	from := len(text) / 2 / block * block
	clear(text[from : from+block])
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	again := open(t, dir, header, slog.New(slog.NewTextHandler(&log, nil)))
	entries, _ := again.History.From(0)
	for _, e := range entries {
		if e.Game == told.Game && e.Seq <= told.Seq {
			t.Fatalf("%+v does not replace seq %d", e, told.Seq)
		}
	}
	if got := made(again.History); len(got) == 0 || len(got) >= len(moves) || got[0] != moves[0] {
		t.Errorf("%v came back of %v", got, moves)
	}
	if n := strings.Count(log.String(), "level=ERROR"); n != 1 || !strings.Contains(log.String(), "records in the journal are gone") {
		t.Errorf("the log has %d errors: %s", n, &log)
	}
	aside, err := os.ReadFile(path + ".torn")
	if err != nil || !bytes.HasSuffix(text, aside) || !bytes.Contains(aside, []byte{0}) {
		t.Errorf("%d bytes were put aside, %v", len(aside), err)
	}
	if _, err := os.Stat(filepath.Join(dir, "short")); !os.IsNotExist(err) {
		t.Errorf("the mark is still there: %v", err)
	}
	if err := again.Run(all([]trace.Record{{At: records[59].At, What: trace.Command{ID: "1", Do: trace.DoNote, What: "on"}}})); err != nil {
		t.Fatal(err)
	}
	last := again.History.Last()
	again.Journal.Close()
	third := open(t, dir, header, quiet)
	defer third.Journal.Close()
	if now := third.History.Last(); now.Seq != last.Seq {
		t.Errorf("and again at the next start: %d after %d", now.Seq, last.Seq)
	}
}
