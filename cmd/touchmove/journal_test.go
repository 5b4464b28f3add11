package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/daemon/journal"
)

// The journals of a daemon can be listed, shown and exported, even one whose end is
// torn. An exported trace replays to the same game.
func TestJournal(t *testing.T) {
	config := simulated(t, "")
	dir := filepath.Join(filepath.Dir(config), "state")
	follow(t, config, "4. Qxf7#")
	paths, err := filepath.Glob(filepath.Join(dir, "local", "demo", "*.jsonl"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no journals: %v", err)
	}
	for _, later := range paths[1:] { // on a busy machine, the next game may have begun before the daemon stopped: then the first one's end must be complete
		if err := errors.Join(os.Remove(later), os.RemoveAll(filepath.Join(filepath.Dir(later), "journals.json"))); err != nil { // which says that it must be there
			t.Fatal(err)
		}
	}
	id := "demo-" + strings.TrimSuffix(filepath.Base(paths[0]), ".jsonl")
	text, err := os.ReadFile(paths[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(paths[0], append(text, `{"at_us":99`...), 0o644); err != nil {
		t.Fatal(err)
	}
	traced := filepath.Join(t.TempDir(), "game.jsonl")
	for _, c := range []struct {
		args   string
		status int
		says   string
	}{
		{"list --state " + dir, exitDone, id + `  local  20\d\d-.*m  A – B  1-0  4 moves\n`},
		{"list --config " + config + " --board demo", exitDone, id},
		{"list --config " + config + " --board other", exitDone, `^no journals\n$`},
		{"list --state " + dir + "/none", exitBad, "no such state directory"},
		{"show --state " + dir + " " + id, exitDone, `(?s)torn      11 bytes.*command .*new-game.*game      ` + id + `-1.*\[White "A"\].*4\. Qxf7# `},
		{"show --state " + dir + " " + filepath.Base(paths[0]), exitDone, id},
		{"show --state " + dir + " nobody", exitBad, `no journal "nobody"`},
		{"show --state " + dir, exitBad, "JOURNAL is missing"},
		{"export --state " + dir + " " + id, exitDone, `(?s)^\[Event .*1\. e4 e5 2\. Qh5 Nc6 3\. Bc4 Nf6 4\. Qxf7# `},
		{"export --state " + dir + " --format trace -o " + traced + " " + id, exitDone, "^$"},
		{"export --state " + dir + " --format trace", exitBad, "name one"},
		{"export --state " + dir + " --format pdf " + id, exitBad, "write pgn or trace"},
		{"check --state " + dir, exitDone, `^\d journals?: 0 not as written, `},
		{"check --state " + dir + " nobody", exitBad, `no journal "nobody"`},
		{"lsit", exitBad, "did you mean list"},
	} {
		status, stdout, stderr := call(t, "", append([]string{"journal"}, strings.Fields(c.args)...)...)
		if ok, _ := regexp.MatchString(c.says, stdout+stderr); status != c.status || !ok {
			t.Errorf("%s: exit status %d, %s%s, want %d and %q", c.args, status, stdout, stderr, c.status, c.says)
		}
	}
	plain := regexp.MustCompile(`,"crc":"[0-9a-f]{16}"`).ReplaceAll(text, nil)
	plain = regexp.MustCompile(`\{"sealed":\d+\}\n`).ReplaceAll(plain, nil)
	if got, err := os.ReadFile(traced); err != nil || string(got) != string(plain) || len(plain) == len(text) {
		t.Errorf("the exported trace is not the journal without its checksums: %v", err)
	}
	if status, stdout, stderr := call(t, "", "replay", "-o", "uci", traced); status != exitDone || !strings.HasPrefix(stdout, "e2e4 e7e5 d1h5 b8c6 f1c4 g8f6 h5f7") {
		t.Errorf("replayed: %d, %s%s", status, stdout, stderr)
	}
	for _, c := range []struct{ what, text, says string }{
		{"another square", strings.Replace(string(text), `"square":"e4"`, `"square":"e5"`, 1), "line .* is not as it was written.*could not be read"},
		{"zeros", strings.Replace(string(text), `"square":"f7"`, strings.Repeat("\x00", 12), 1), "after line .* records are missing.*could not be read"},
	} {
		if err := os.WriteFile(paths[0], []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		written := filepath.Join(t.TempDir(), "games.pgn")
		for _, args := range []string{"export", "list", "export -o " + written} {
			status, stdout, stderr := call(t, "", append([]string{"journal", "--state", dir}, strings.Fields(args)...)...)
			if args == "list" && c.what == "zeros" {
				if status != exitDone || !strings.Contains(stdout, "(records are missing in it)") {
					t.Errorf("%s: %s: %d, %s%s", c.what, args, status, stdout, stderr)
				}
				continue
			}
			if ok, _ := regexp.MatchString("(?s)"+c.says, stderr); status != exitFailed || !ok {
				t.Errorf("%s: %s: %d, %s, want %s", c.what, args, status, stderr, c.says)
			}
		}
		got, err := os.ReadFile(written) // what can be read is exported nevertheless
		if others := c.what == "zeros"; others != (err == nil && strings.Contains(string(got), "[White ")) {
			t.Errorf("%s: written is %q, %v", c.what, got, err)
		}
	}
}

// An export to a pipe or a symbolic link goes there and does not replace it.
func TestExportElsewhere(t *testing.T) {
	config := simulated(t, "")
	state := filepath.Join(filepath.Dir(config), "state")
	follow(t, config, "2. Qh5")
	dir := t.TempDir()
	file, link, pipe := filepath.Join(dir, "file"), filepath.Join(dir, "link"), filepath.Join(dir, "pipe")
	if err := errors.Join(os.Symlink(file, link), syscall.Mkfifo(pipe, 0o600), os.WriteFile(file, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	read := make(chan []byte)
	go func() {
		text, _ := os.ReadFile(pipe)
		read <- text
	}()
	for _, to := range []string{link, pipe} {
		if status, _, stderr := call(t, "", "journal", "export", "--state", state, "-o", to); status != exitDone {
			t.Fatalf("%s: %d, %s", to, status, stderr)
		}
	}
	if status, _, stderr := call(t, "", "journal", "export", "--state", state, "-o", dir); status != exitFailed || !strings.Contains(stderr, dir+" is a directory") {
		t.Errorf("into a directory: %d, %s", status, stderr)
	}
	if text := <-read; !strings.Contains(string(text), "2. Qh5") {
		t.Errorf("through the pipe came %q", text)
	}
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "2. Qh5") {
		t.Errorf("behind the link is %q, %v", text, err)
	}
	for path, is := range map[string]os.FileMode{link: os.ModeSymlink, pipe: os.ModeNamedPipe} {
		if info, err := os.Lstat(path); err != nil || info.Mode().Type() != is {
			t.Errorf("%s is %v, %v", path, info.Mode(), err)
		}
	}
}

// However the lines of an earlier game's journal are altered, check reports it and
// names the file, and export reports it too.
func TestTamperedJournal(t *testing.T) {
	config := simulated(t, "")
	dir := filepath.Join(filepath.Dir(config), "state")
	follow(t, config, "4. Qxf7#")
	first, err := filepath.Glob(filepath.Join(dir, "local", "demo", "*.jsonl"))
	if err != nil || len(first) == 0 {
		t.Fatalf("no journals: %v", err)
	}
	path := first[0]
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const last = "20991231t000000000z" // the journal of a later game
	later := filepath.Join(filepath.Dir(path), last+".jsonl")
	if err := os.WriteFile(later, fmt.Appendf(nil, `{"trace":1,"journal":%q}`+"\n", last), 0o644); err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(text, []byte{'\n'})
	lines = lines[:len(lines)-1]
	n := len(lines)
	if n < 10 || !bytes.HasPrefix(lines[n-1], []byte(`{"sealed":`)) {
		t.Fatalf("%d lines, and no seal:\n%s", n, text)
	}
	flipped := slices.Clone(lines)
	flipped[5] = bytes.Clone(lines[5])
	flipped[5][10] ^= 1
	swapped := slices.Clone(lines)
	swapped[4], swapped[5] = swapped[5], swapped[4]
	for _, c := range []struct {
		what  string
		lines [][]byte
		says  string
	}{
		{"nothing", lines, ""},
		{"a line deleted", slices.Delete(slices.Clone(lines), 5, 6), "line 6: .*lines are missing between line 5 and it"},
		{"lines deleted", slices.Delete(slices.Clone(lines), 3, 7), "line 4: .*lines are missing between line 3 and it"},
		{"a line doubled", slices.Insert(slices.Clone(lines), 6, lines[5]), "line 7: .*it is line 6 once more"},
		{"two moved", swapped, "line 5: .*it belongs behind line 6: lines were moved"},
		{"the end cut off", lines[:n-3], "its end is missing: after"},
		{"the seal cut off", lines[:n-1], "its end is missing: after"},
		{"a bit turned", flipped, "line 6: "},
		{"the journal of another game", [][]byte{fmt.Appendf(nil, `{"trace":1,"journal":%q}`+"\n", last)}, "begun as " + last},
		{"an empty file", nil, "the trace is empty"},
	} {
		if err := os.WriteFile(path, bytes.Join(c.lines, nil), 0o644); err != nil {
			t.Fatal(err)
		}
		want := exitFailed
		if c.says == "" {
			want = exitDone
		}
		for _, command := range []string{"check", "export"} {
			status, _, stderr := call(t, "", "journal", command, "--state", dir)
			if ok, _ := regexp.MatchString(c.says, stderr); status != want || !ok || c.says != "" && !strings.Contains(stderr, path) {
				t.Errorf("%s: %s: %d, %s, want %s", c.what, command, status, stderr, c.says)
			}
		}
	}
}

// A journal of an earlier game that is deleted, or replaced by a directory, is named by check
// and export.
func TestDeletedJournal(t *testing.T) {
	config := simulated(t, "")
	dir := filepath.Join(filepath.Dir(config), "state")
	follow(t, config, "4. Qxf7#")
	paths, err := filepath.Glob(filepath.Join(dir, "local", "demo", "*.jsonl"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no journals: %v", err)
	}
	path := paths[len(paths)-1]
	later := filepath.Join(filepath.Dir(path), "20991231t000000000z.jsonl")
	header := fmt.Sprintf(`{"trace":1,"journal":"20991231t000000000z","after":[{"journal":%q}]}`+"\n", strings.TrimSuffix(filepath.Base(path), ".jsonl"))
	if err := errors.Join(os.WriteFile(later, []byte(header), 0o644), os.Remove(path)); err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"deleted", "a directory"} {
		if what == "a directory" {
			if err := os.Mkdir(path, 0o755); err != nil {
				t.Fatal(err)
			}
		}
		for _, command := range []string{"check", "export"} {
			status, _, stderr := call(t, "", "journal", command, "--state", dir)
			if status != exitFailed || !strings.Contains(stderr, path+": it is missing") || !strings.Contains(stderr, "1 journal missing or exchanged") {
				t.Errorf("%s: %s: %d, %s", what, command, status, stderr)
			}
		}
	}
}

// The day in a PGN is that of the hall (PGN standard 1994, 8.1.1.3), and an evening round in America is not dated
// tomorrow: the journal says in which time zone it was begun, and whoever exports or replays it elsewhere writes the same
// day. A journal of an earlier version does not say it: the day is that of this computer.
func TestDayOfAGameIsThatOfTheHall(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	in := func(zone string, args ...string) *exec.Cmd {
		cmd := exec.Command(self)
		cmd.Args, cmd.Env = append([]string{"touchmove"}, args...), append(os.Environ(), "TZ="+zone, "GORACE=atexit_sleep_ms=0")
		return cmd
	}
	zones := []string{"Pacific/Kiritimati", "Pacific/Pago_Pago"} // 25 hours apart: never the same day
	for n, hall := range zones {
		config := simulated(t, "")
		daemon := in(hall, "run", "--plain", "--config", config)
		lines, err := daemon.StdoutPipe()
		if err == nil {
			err = daemon.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		played := bufio.NewScanner(lines)
		for played.Scan() && !strings.Contains(played.Text(), "4. Qxf7#") {
		}
		daemon.Process.Signal(syscall.SIGTERM) //nolint:errcheck // Wait tells
		go io.Copy(io.Discard, lines)          //nolint:errcheck // until it ends
		if err := daemon.Wait(); err != nil {
			t.Fatal(err)
		}
		paths, err := filepath.Glob(filepath.Join(filepath.Dir(config), "state", "local", "demo", "*.jsonl"))
		if err != nil || len(paths) == 0 {
			t.Fatalf("no journals: %v", err)
		}
		began, err := journal.Began(paths[0])
		if err != nil {
			t.Fatal(err)
		}
		day := func(name string) string {
			zone, err := time.LoadLocation(name)
			if err != nil {
				t.Skipf("no time zones here: %v", err)
			}
			return `[Date "` + began.In(zone).Format("2006.01.02") + `"]`
		}
		says := func(want, zone string, args ...string) {
			t.Helper()
			if out, err := in(zone, args...).Output(); err != nil || !strings.Contains(string(out), want) {
				t.Errorf("played in %s, %q in %s: %v, want %s:\n%s", hall, args, zone, err, want, out)
			}
		}
		game := "demo-" + strings.TrimSuffix(filepath.Base(paths[0]), ".jsonl")
		for _, zone := range zones {
			says(day(hall), zone, "journal", "export", "--config", config, game)
			says(day(hall), zone, "replay", "--output", "pgn", paths[0])
		}
		plain, err := in("UTC", "journal", "export", "--config", config, "--format", "trace", game).Output()
		if err != nil {
			t.Fatal(err)
		}
		earlier := regexp.MustCompile(`,"began":"[^"]*"`).ReplaceAll(plain, nil)
		if len(earlier) == len(plain) {
			t.Fatalf("the trace does not say when it began:\n%.400s", plain)
		}
		state := t.TempDir()
		old := filepath.Join(state, "local", "demo", filepath.Base(paths[0]))
		if err := errors.Join(os.MkdirAll(filepath.Dir(old), 0o755), os.WriteFile(old, earlier, 0o644)); err != nil {
			t.Fatal(err)
		}
		says(day(zones[1-n]), zones[1-n], "journal", "export", "--state", state, game)
	}
}
