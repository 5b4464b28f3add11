package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"touchmove/internal/livetest"
)

// For an invalid call, one line says what to write, and nothing is served.
func TestScreenWrongCalls(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "ca.pem")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"":                                    "--broker is missing",
		"--broker|hall":                       "write a URL",
		"--broker|http://hall":                "the screen reaches tcp, mqtt, ssl, mqtts, ws and wss",
		"--broker|ws://ann:secret@hall":       "leave user and password out",
		"--broker|ws://hall|--base|a//b":      `topic level ""`,
		"--broker|ws://hall|--listen|8080":    "--listen",
		"--broker|mqtts://hall|--ca|" + empty: "holds no certificate",
		"--broker|mqtts://hall|--ca|nowhere":  "--ca: ",
		"--broker|ws://hall|more":             "the command takes no arguments",
	} {
		status, out, errors := call(t, "", strings.Split(strings.TrimSuffix("screen|"+args, "|"), "|")...)
		if status != exitBad || out != "" || !strings.Contains(errors, want) || strings.Count(errors, "\n") != 1 {
			t.Errorf("screen %s: status %d, %q, %q", args, status, out, errors)
		}
		if strings.Contains(errors, "secret") {
			t.Errorf("screen %s: the password is repeated", args)
		}
	}
}

// The screen prints its address, serves its pages, and ends cleanly.
func TestScreenServes(t *testing.T) {
	out := &lines{}
	done := make(chan int, 1)
	go func() {
		done <- run([]string{"screen", "--broker", "ws://127.0.0.1:9", "--listen", "127.0.0.1:0"}, &console{in: strings.NewReader(""), out: out, err: out})
	}()
	url := out.wait(t)
	r, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		t.Errorf("%s: %s", url, r.Status)
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status := <-done; status != exitDone {
		t.Errorf("exit status %d: %s", status, out.String())
	}
}

// lines is what a program says.
type lines struct{ livetest.Output }

// wait returns the first line.
func (l *lines) wait(t *testing.T) string {
	t.Helper()
	for limit := time.Now().Add(time.Minute); time.Now().Before(limit); time.Sleep(5 * time.Millisecond) {
		if line, _, ok := strings.Cut(l.String(), "\n"); ok {
			return line
		}
	}
	t.Fatal("nothing was said")
	return ""
}
