package main

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/configs"
	"touchmove/internal/livetest"
)

// gone is a standard output whose reader has closed the pipe.
type gone struct{}

func (gone) Write([]byte) (int, error) { return 0, syscall.EPIPE }

// A reader that stops early (touchmove replay TRACE | head) is not a failure.
func TestBrokenPipe(t *testing.T) {
	traces, err := filepath.Glob("../../testdata/traces/blitz/*.jsonl.gz")
	if err != nil || len(traces) == 0 {
		t.Fatalf("no trace: %v", err)
	}
	for _, args := range []string{"replay " + traces[0], "replay --output pgn " + traces[0], "perft --divide 2", "version", "check " + traces[0]} {
		var stderr bytes.Buffer
		status := run(strings.Fields(args), &console{in: strings.NewReader(""), out: gone{}, err: &stderr})
		if status != exitDone || stderr.Len() > 0 {
			t.Errorf("%s into a closed pipe: exit status %d, standard error %q", args, status, stderr.String())
		}
	}
}

// stuck is a standard output whose reader has stopped.
type stuck struct{}

func (stuck) Write([]byte) (int, error) { select {} }

// Play goes on when nobody reads the moves or the log any more, whether the reader has ended or
// stopped: a new configuration is used, and SIGTERM ends it as always. A reader that has ended is
// logged.
func TestRunUnread(t *testing.T) {
	for what, c := range map[string]struct {
		out  io.Writer
		log  io.Writer // nil: read
		says string
	}{
		"ended":                {out: gone{}, says: "the moves cannot be written to standard output: play continues"},
		"stopped":              {out: stuck{}},
		"ended, of the log":    {out: io.Discard, log: gone{}},
		"stopped, of the log":  {out: io.Discard, log: stuck{}},
		"stopped, of them all": {out: stuck{}, log: stuck{}},
	} {
		var stderr livetest.Output
		if c.log == nil {
			c.log = &stderr
		}
		finished := make(chan int, 1)
		config := simulated(t, "")
		go func() {
			finished <- run([]string{"run", "--plain", "--config", config}, &console{in: strings.NewReader(""), out: c.out, err: c.log})
		}()
		played := func() (n int) { // bytes of the journals
			paths, _ := filepath.Glob(filepath.Join(filepath.Dir(config), "state", "local", "demo", "*.jsonl"))
			for _, path := range paths {
				text, _ := os.ReadFile(path)
				n += len(bytes.TrimRight(text, "\x00"))
			}
			return n
		}
		cannot := 0 // how much was played when that was logged
		for limit := time.Now().Add(60 * time.Second); cannot == 0 || played() < cannot+2000; time.Sleep(20 * time.Millisecond) {
			if now := played(); cannot == 0 && now > 0 && strings.Contains(stderr.String(), c.says) {
				cannot = now
			}
			select {
			case status := <-finished:
				t.Fatalf("its reader has %s: play ends, exit status %d: %s", what, status, stderr.String())
			default:
			}
			if time.Now().After(limit) {
				t.Fatalf("its reader has %s: it is not played on within a minute: %s", what, stderr.String())
			}
		}
		if n := strings.Count(stderr.String(), c.says); c.says != "" && n != 1 {
			t.Errorf("its reader has %s: logged %d times: %s", what, n, stderr.String())
		}
		if err := syscall.Kill(syscall.Getpid(), syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		select {
		case status := <-finished:
			if status != exitDone {
				t.Errorf("its reader has %s: exit status %d: %s", what, status, stderr.String())
			}
		case <-time.After(2 * time.Minute):
			t.Fatalf("its reader has %s: SIGTERM is not obeyed", what)
		}
	}
}

// A configuration that is warned of is used although nothing takes the log, at the start as after a reload. An error
// ends the daemon, or any command, although nothing takes its last line.
func TestUnreadWarningsAndErrors(t *testing.T) {
	config := simulated(t, "")
	good, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	open := strings.Replace(string(good), "127.0.0.1:0", "0.0.0.0:0", 1)
	warned := open + "[[board]]\nid = \"two\"\nscan_hz = 50\nwiring = { driver = \"simulated\", style = \"clean\", speed = 100.0, pgn = \"game.pgn\" }\n"
	for _, text := range []string{open, warned} {
		if c, faults := configs.Parse(config, []byte(text)); c == nil || len(faults) == 0 {
			t.Fatalf("want warnings: %v", faults)
		}
	}
	if err := os.WriteFile(config, []byte(open), 0o644); err != nil {
		t.Fatal(err)
	}
	out, in := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- run([]string{"run", "--plain", "--config", config}, &console{in: strings.NewReader(""), out: in, err: stuck{}})
		in.Close()
	}()
	hang := time.AfterFunc(2*time.Minute, func() { in.CloseWithError(errors.New("not within two minutes")) })
	defer hang.Stop()
	asked, used := false, false
	lines := bufio.NewScanner(out)
	for !used && lines.Scan() {
		switch line := lines.Text(); {
		case strings.HasPrefix(line, "two: "):
			used = true
		case !asked && strings.HasPrefix(line, "demo: 1"):
			asked = true
			if err := os.WriteFile(config, []byte(warned), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
				t.Fatal(err)
			}
		}
	}
	if !used {
		t.Fatalf("the new configuration is not used: %v", lines.Err())
	}
	go io.Copy(io.Discard, out) //nolint:errcheck // until the daemon ends
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status := <-ended; status != exitDone {
		t.Errorf("exit status %d", status)
	}

	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for _, c := range []struct {
		args   []string
		status int
	}{
		{[]string{"run", "--plain", "--config", simulated(t, ""), "--listen", l.Addr().String()}, exitFailed}, // taken
		{[]string{"run", "--config", filepath.Join(t.TempDir(), "none.toml")}, exitBad},
		{[]string{"run", "--nonsense"}, exitBad},
	} {
		ended := make(chan int, 1)
		go func() { ended <- run(c.args, &console{in: strings.NewReader(""), out: io.Discard, err: stuck{}}) }()
		select {
		case status := <-ended:
			if status != c.status {
				t.Errorf("%q: exit status %d, want %d", c.args, status, c.status)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%q does not end", c.args)
		}
	}
}

// A command that gets no answer, because its daemon ends just then, fails and says how to give it again,
// whether the connection breaks while the command is sent or later.
func TestDaemonEndsBeforeItAnswers(t *testing.T) {
	dir := t.TempDir()
	l, err := net.Listen("unix", filepath.Join(dir, "arbiter.sock"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
	for range 200 {
		status, out, said := call(t, "", "ctl", "--directory", dir, "note", "what=x")
		if status != exitFailed || out != "" || !strings.Contains(said, "give the command again with --id") {
			t.Fatalf("exit status %d, %q, %q", status, out, said)
		}
	}
}
