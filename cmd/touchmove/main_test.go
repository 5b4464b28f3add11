package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"touchmove/internal/goldentest"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"touchmove": main})
}

// Every script in testdata/script is a session at a terminal: commands, what they print, and
// how they end.
func TestScripts(t *testing.T) {
	samples, err := filepath.Abs("../../testdata/traces")
	if err != nil {
		t.Fatal(err)
	}
	examples, err := filepath.Abs("../../configs")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: goldentest.Updating(),
		Setup: func(e *testscript.Env) error {
			e.Setenv("TRACES", samples)
			e.Setenv("CONFIGS", examples)
			e.Setenv("LANG", "en_GB.UTF-8")
			e.Setenv("GORACE", "atexit_sleep_ms=0") // otherwise every command takes a second under the race detector
			e.Setenv("XDG_STATE_HOME", filepath.Join(e.WorkDir, "state"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"ctl":        ctl,
			"exits":      exits,
			"untilctl":   untilCtl,
			"untilshows": untilShows,
			"hands":      hands,
			"untilevent": untilEvent,
			"untilread":  untilRead,
		},
	})
}

// ctl runs touchmove ctl for the daemon with sockets in the directory ctl: ctl new-game mode=blitz.
// It runs in this process, which is faster than to start another one.
func ctl(ts *testscript.TestScript, neg bool, args []string) {
	status := run(append([]string{"ctl", "--directory", ts.MkAbs("ctl")}, args...), &console{in: strings.NewReader(""), out: ts.Stdout(), err: ts.Stderr()})
	if (status == 0) == neg {
		ts.Fatalf("ctl %s ended with exit status %d", strings.Join(args, " "), status)
	}
}

// exits runs a command and fails unless it ends with exactly this exit status: exits 2
// touchmove perft. Its output is in stdout and stderr.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS COMMAND...")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if err != nil {
		got = exitStatus(err)
	}
	if got != args[0] {
		ts.Fatalf("%v ended with exit status %s, want %s", args[1:], got, args[0])
	}
}

// exitStatus returns the exit status in the error of a failed command.
func exitStatus(err error) string {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return strconv.Itoa(exit.ExitCode())
	}
	return err.Error()
}

// untilShows asks the daemon with sockets in the directory ctl until the output matches a
// regular expression: untilshows 'White 1' desk.
func untilShows(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: untilshows PATTERN COMMAND...")
	}
	pattern, err := regexp.Compile("(?m)" + args[0])
	if err != nil {
		ts.Fatalf("%v", err)
	}
	text := ""
	for limit := time.Now().Add(patience); time.Now().Before(limit); time.Sleep(25 * time.Millisecond) {
		var ok bool
		if text, ok = ask(ts, args[1:]); !ok || !pattern.MatchString(text) {
			running(ts)
			continue
		}
		fmt.Fprint(ts.Stdout(), text)
		return
	}
	ts.Fatalf("touchmove ctl %s does not show %s within %v; it prints\n%s", strings.Join(args[1:], " "), args[0], patience, text)
}

// patience limits how long a script waits for something that may never happen. It is
// generous because a busy machine is slow; it does not measure how long anything may take.
const patience = 5 * time.Minute

// ask asks the daemon with sockets in the directory ctl, from this process, since starting
// another one takes longer than the answer. It returns false if no daemon answers.
func ask(ts *testscript.TestScript, args []string) (string, bool) {
	var out bytes.Buffer
	status := run(append([]string{"ctl", "--directory", ts.MkAbs("ctl")}, args...), &console{in: strings.NewReader(""), out: &out, err: &out})
	return out.String(), status == 0
}

// running fails if a program in the background has ended: nothing more is to be waited for. The
// script's log then shows what it printed.
func running(ts *testscript.TestScript) {
	for _, cmd := range ts.BackgroundCmds() {
		if errors.Is(cmd.Process.Signal(syscall.Signal(0)), os.ErrProcessDone) {
			ts.Fatalf("%v has ended", cmd.Args)
		}
	}
}

// hands tells the simulated hands of a board, which read the file hands.txt, what to do
// next: hands -e2 +e4 white.
func hands(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: hands WORD...")
	}
	file, err := os.OpenFile(ts.MkAbs("hands.txt"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	ts.Check(err)
	_, err = file.WriteString(strings.Join(args, " ") + "\n")
	ts.Check(errors.Join(err, file.Close()))
}

// untilEvent replays the journal of the current game, below the directory state, until an
// event matches a regular expression: untilevent '"event":"completed".*"ply":2'. All events
// are then in stdout.
func untilEvent(ts *testscript.TestScript, neg bool, args []string) {
	text := untilJournal(ts, args, func(journal, _ string) (string, bool) { // in this process: starting another takes longer than the replay
		var out bytes.Buffer
		status := run([]string{"replay", "--output", "events", journal}, &console{in: strings.NewReader(""), out: &out, err: io.Discard})
		return out.String(), status == 0
	})
	fmt.Fprint(ts.Stdout(), text)
}

// untilRead reads the same journal until a record matches: untilread
// '"square":"b8","is":"occ'.
func untilRead(ts *testscript.TestScript, neg bool, args []string) {
	untilJournal(ts, args, func(_, records string) (string, bool) { return records, true })
}

// untilJournal reads the current journal, whenever it has grown, until what read makes of it matches.
func untilJournal(ts *testscript.TestScript, args []string, read func(journal, records string) (string, bool)) string {
	if len(args) != 1 {
		ts.Fatalf("usage: untilevent PATTERN, untilread PATTERN")
	}
	pattern, err := regexp.Compile("(?m)" + args[0])
	ts.Check(err)
	text, before := "", ""
	for limit := time.Now().Add(patience); time.Now().Before(limit); time.Sleep(25 * time.Millisecond) {
		journals, err := filepath.Glob(ts.MkAbs("state") + "/*/*/*.jsonl")
		ts.Check(err)
		if len(journals) == 0 {
			continue
		}
		journal := slices.Max(journals)
		records, err := os.ReadFile(journal)
		ts.Check(err)
		if string(records) == before {
			running(ts)
			continue
		}
		before = string(records)
		var ok bool
		if text, ok = read(journal, before); ok && pattern.MatchString(text) {
			return text
		}
	}
	ts.Fatalf("nothing matches %s within %v in\n%s", args[0], patience, text)
	return ""
}

// untilCtl asks a daemon that has just been started, with sockets in the directory ctl,
// until it answers: untilctl desk. The output is then in stdout.
func untilCtl(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: untilctl COMMAND...")
	}
	text := ""
	for limit := time.Now().Add(patience); time.Now().Before(limit); time.Sleep(25 * time.Millisecond) {
		var ok bool
		if text, ok = ask(ts, args); ok {
			fmt.Fprint(ts.Stdout(), text)
			return
		}
		running(ts)
	}
	ts.Fatalf("no daemon answers within %v: %s", patience, text)
}
