package daemon_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/daemon"
	"touchmove/daemon/journal"
	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/sensors"
)

// The state directory is deleted, during play or while nobody plays: the alarm rings
// within a second, then everything is kept again, and the next start continues where
// this one ended. The same if the journal is changed in place, though that may take a
// minute.
func TestStateDirectoryDeletedInPlay(t *testing.T) {
	for _, during := range []string{"play", "a pause", "a pause, changed in place"} {
		t.Run(during, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				state := filepath.Join(t.TempDir(), "state")
				dir := filepath.Join(state, "open-2026", "hall-7")
				var log bytes.Buffer
				s := open(t, dir, header, slog.New(slog.NewTextHandler(&log, nil)))
				h, board := newChipBoard(t)
				board.IdlePeriod, board.IdleAfter = 100*time.Millisecond, 2*time.Second
				for sq := rules.A1; sq <= rules.H8; sq++ {
					if sq < rules.A3 || sq >= rules.A7 {
						h.pins.SetSquare(sq, sensors.Occupied)
					}
				}
				ctx, stop := context.WithCancel(t.Context())
				done := make(chan error)
				go func() { done <- s.Loop.Run(daemon.NewLive(board, 0, nil, nil).Records(ctx, s.Loop)) }()
				time.Sleep(3 * time.Second)
				if during == "play" {
					go quickHands(h, nil)
					time.Sleep(8 * time.Second)
				} else {
					time.Sleep(time.Minute)
				}
				deleted := time.Now()
				word := "deleted"
				if changed := during == "a pause, changed in place"; changed {
					word = "what was written to it has been changed"
					overwrite(t, s.Store.Journal.Path())
					time.Sleep(62 * time.Second)
				} else if err := os.RemoveAll(state); err != nil {
					t.Fatal(err)
				}
				time.Sleep(1200 * time.Millisecond)
				if kept, err := journal.Read(s.Store.Journal.Path()); err != nil || len(kept.Records) == 0 {
					t.Errorf("after 1.2 s the journal is not there again: %v", err)
				}
				time.Sleep(time.Minute)
				var how []eventlog.KeptHow
				entries, _ := s.History.From(0)
				for _, e := range entries {
					if k, is := e.What.(eventlog.Keeping); is {
						if how = append(how, k.How); e.Time.Before(deleted.Add(-time.Second)) {
							t.Errorf("%v before it was deleted", k.How)
						}
					}
				}
				if !slices.Equal(how, []eventlog.KeptHow{eventlog.NotKept, eventlog.Kept}) {
					t.Errorf("said to be kept: %v", how)
				}
				if !strings.Contains(log.String(), s.Store.Journal.Path()) || !strings.Contains(log.String(), word) {
					t.Errorf("the log names no file:\n%s", log.String())
				}
				stop()
				if err := <-done; err != nil {
					t.Fatal(err)
				}
				want, last := made(s.History), s.History.Last()
				if err := s.Store.Journal.Close(); err != nil {
					t.Fatal(err)
				}
				again := open(t, dir, header, quiet)
				defer again.Store.Journal.Close()
				if got := made(again.History); !slices.Equal(got, want) || during == "play" && len(got) != 11 {
					t.Errorf("the next start finds %v, told were %v", got, want)
				}
				if now := again.History.Last(); now.Game != last.Game || now.Seq != last.Seq {
					t.Errorf("%s %d was told, and the next start stands at %s %d", last.Game, last.Seq, now.Game, now.Seq)
				}
			})
		})
	}
}

// overwrite changes four bytes of a journal in place.
func overwrite(t *testing.T, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err == nil {
		_, err = f.WriteAt([]byte("XXXX"), 150)
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A journal that is changed in place just before the daemon stops is named in the log, and is
// whole at the next start.
func TestChangedBeforeTheStop(t *testing.T) {
	var log bytes.Buffer
	dir := filepath.Join(t.TempDir(), "open-2026", "hall-7")
	s := open(t, dir, header, slog.New(slog.NewTextHandler(&log, nil)))
	overwrite(t, s.Store.Journal.Path())
	if err := s.Store.CloseJournal(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(log.String(), "level=ERROR") || !strings.Contains(log.String(), s.Store.Journal.Path()) {
		t.Errorf("the log does not say so:\n%s", &log)
	}
	if _, err := journal.Read(s.Store.Journal.Path()); err != nil {
		t.Error(err)
	}
}

// If several daemons start together on an empty state directory, one plays, and the
// others name its process.
func TestDaemonsBeginTogether(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		j := job{State: filepath.Join(t.TempDir(), "state"), Broker: "tcp://127.0.0.1:1", Chip: "mcp23017", PGN: oneGame(t), Speed: 1}
		type ended struct {
			cmd *exec.Cmd
			out *bytes.Buffer
			err error
		}
		ends := make(chan ended, 2)
		var both []*exec.Cmd
		for range 2 {
			out := &bytes.Buffer{}
			cmd := exec.Command(self)
			cmd.Env = append(os.Environ(), asDaemon+"="+j.text())
			cmd.Stderr = out
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			both = append(both, cmd)
			go func() { ends <- ended{cmd, out, cmd.Wait()} }()
		}
		var second ended
		select {
		case second = <-ends:
		case <-time.After(time.Minute):
			t.Error("two daemons play in one state directory")
		}
		for _, cmd := range both {
			cmd.Process.Kill()
		}
		first := both[0]
		if second.cmd == first {
			first = both[1]
		}
		if exit := new(exec.ExitError); second.cmd != nil && (!errors.As(second.err, &exit) || !strings.Contains(second.out.String(), fmt.Sprintf("kill %d)", first.Process.Pid))) {
			t.Errorf("the second daemon does not say that process %d plays: %v\n%s", first.Process.Pid, second.err, second.out)
		}
		<-ends
	}
}
