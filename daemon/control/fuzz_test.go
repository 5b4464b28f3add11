package control_test

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/broadcast"
	"touchmove/daemon/control"
)

// Whatever a client writes to a technician's socket, each line is answered once and in
// order with a JSON object, and only commands that a technician may give reach the
// board. A line that is too long or incomplete ends the connection and nothing else.
func FuzzLines(f *testing.F) {
	for _, line := range []string{
		`{"do":"note","what":"cable","id":"4"}`, `{"do":"note","id":"1","board":"hall-7"}` + "\n" + `{"do":"boards"}`, `{"do":"resign","by":"white","id":"5"}`,
		`{"do":"raw","id":"1","seconds":600,"hz":20}`, `{"do":"desk"}`, `{"do":"note","who":"ann","role":"chief","id":"2","what":"x"}`, `null`, `[]`, `{"do":`, "", "\n\n",
		`{"do":"note","id":"3","what":"\u0000\ud800"}`, `{"DO":"resign","Id":"9","by":"black"}`, `{"do":"note","do":"resign","id":"1","by":"white","what":"x"}`,
	} {
		f.Add(line)
	}
	dir, err := filepath.Abs(f.TempDir())
	if err != nil {
		f.Fatal(err)
	}
	taken := make(chan broadcast.Request, 10_000)
	v, err := control.Listen(control.Sockets{Dir: dir}, []control.Board{desk(taken)}, quiet)
	if err != nil {
		f.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); v.Run(ctx) }()
	f.Cleanup(func() { stop(); <-done })
	f.Fuzz(func(t *testing.T, text string) {
		c, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: filepath.Join(dir, "technician.sock")})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		c.SetDeadline(time.Now().Add(10 * time.Second))
		go func() {
			c.Write([]byte(text + "\n"))
			c.CloseWrite()
		}()
		answers, err := io.ReadAll(c)
		if err != nil && !strings.Contains(err.Error(), "reset") {
			t.Fatalf("%q: %v", text, err)
		}
		lines := strings.Split(strings.TrimSuffix(string(answers), "\n"), "\n")
		short := !slices.ContainsFunc(strings.Split(text, "\n"), func(line string) bool { return len(line) > 1<<14 })
		if want := strings.Count(text, "\n") + 1; short && len(lines) != want {
			t.Fatalf("%q: %d lines, %d answers", text, want, len(lines))
		}
		for _, line := range lines {
			var a control.Answer
			if err := json.Unmarshal([]byte(line), &a); err != nil || a.V != broadcast.Version || a.OK == (a.Error != "") {
				t.Fatalf("%q is answered with %q: %v", text, line, err)
			}
		}
		for len(taken) > 0 {
			switch r := <-taken; r.Command.Do {
			case "note", "clock-reading", "raw":
			default:
				t.Fatalf("%q: a technician's %s reaches the board", text, r.Command.Do)
			}
		}
	})
}
