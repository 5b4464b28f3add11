package daemon_test

import (
	"context"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/sealed"
	"touchmove/internal/envelope"
	"touchmove/internal/livetest"
	"touchmove/reconcile"
	"touchmove/sensors/trace"
)

// secret is the text that is sealed. It is no move, so that it occurs nowhere else.
const secret = "Qh9-sealed"

// A sealed move is nowhere to be read before it is opened: not in the journal or another
// file, not in a message and not in the log. With its own key the daemon opens the
// envelope itself; with an arbiter's key it asks what was in it.
func TestSealedMoveIsKeptSecret(t *testing.T) {
	chief, err := envelope.NewKey()
	if err != nil {
		t.Fatal(err)
	}
	for name, keys := range map[string][]string{"own key": nil, "arbiter's key": {chief.Public()}} {
		t.Run(name, func(t *testing.T) {
			c := small(t)
			c.Boards = c.Boards[:1]
			c.Event.EnvelopeKeys = keys
			password := filepath.Join(t.TempDir(), "password")
			if err := os.WriteFile(password, []byte("letmein"), 0o600); err != nil {
				t.Fatal(err)
			}
			c.MQTT.Users = []configs.User{{Name: "ann", Role: configs.Arbiter, Password: configs.Secret{File: password}}}
			var log livetest.Output
			d, err := daemon.Open(c, "v1", slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug})))
			if err != nil {
				t.Fatal(err)
			}
			ctx, stop := context.WithCancel(t.Context())
			done := make(chan error, 1)
			go func() { done <- d.Run(ctx) }()
			var heard livetest.Output
			client, err := broadcast.Dial(ctx, broadcast.Broker{URL: "tcp://" + c.MQTT.Listen, Username: "ann", Password: "letmein"}, quiet)
			if err != nil {
				t.Fatal(err)
			}
			if err := client.Subscribe(ctx, "touchmove/v1/#", func(m broadcast.Message) { heard.Write(m.Payload) }); err != nil {
				t.Fatal(err)
			}
			board := d.Boards[0]
			broadcasttest.Eventually(t, "two moves", func() bool { return len(made(board.History)) >= 2 })
			ask := func(id string, c trace.Command) broadcast.Answer {
				t.Helper()
				c.ID = id
				a, err := board.Ask(ctx, broadcast.Request{Command: c})
				if err != nil {
					t.Fatal(err)
				}
				return a
			}
			if a := ask("1", trace.Command{Do: trace.DoAdjourn, By: "arbiter"}); !a.OK {
				t.Fatal(a.Error)
			}
			seal := trace.Command{Do: trace.DoSeal, By: "white", Extra: `{"text":"` + secret + `"}`}
			a := ask("2", seal)
			if !a.OK {
				seal.By = "black"
				if again := ask("3", seal); !again.OK {
					t.Fatalf("neither player may seal: White: %s; Black: %s", a.Error, again.Error)
				}
			}
			ask("4", trace.Command{Do: trace.DoNote, What: "the envelope is in the safe"})
			broadcasttest.Eventually(t, "the note", func() bool { return strings.Contains(heard.String(), "in the safe") })
			if a := ask("5", seal); a.OK || strings.Contains(a.Error, secret) {
				t.Errorf("sealed twice: %+v", a)
			}
			for what, text := range map[string]string{"a message": heard.String(), "the log": log.String(), "a file": files(t, c.State)} {
				if strings.Contains(text, secret) {
					t.Errorf("%s tells the sealed move:\n%s", what, text)
				}
			}
			text := files(t, c.State)
			if !strings.Contains(text, `"commitment"`) {
				t.Errorf("nothing was sealed:\n%s", text)
			}

			resume := trace.Command{Do: trace.DoResumeAdjourned, By: "arbiter"}
			a = ask("6", resume)
			if keys != nil {
				if a.OK || !strings.Contains(a.Error, "touchmove envelope open") {
					t.Errorf("opened without the key: %+v", a)
				}
				o, err := chief.Open(between(text, `"envelope":"`, `"`))
				if err != nil || o.Text != secret {
					t.Fatalf("the envelope for the chief arbiter opens as %+v, %v", o, err)
				}
				resume.Extra = trace.Extra(`{"salt":"` + o.Salt + `","text":"` + o.Text + `"}`)
				a = ask("7", resume)
			}
			if !a.OK || !strings.Contains(files(t, c.State), secret) {
				t.Errorf("resumed: %+v", a)
			}
			info, err := os.Stat(filepath.Join(c.State, "envelope.key"))
			if keys == nil && (err != nil || info.Mode().Perm() != 0o600) || keys != nil && err == nil {
				t.Errorf("the daemon's own key: %v, %v", info, err)
			}
			client.Close()
			stop()
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}

func between(text, before, after string) string {
	_, rest, _ := strings.Cut(text, before)
	rest, _, _ = strings.Cut(rest, after)
	return rest
}

// files returns the contents of all files in a directory, except keys.
func files(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !e.Type().IsRegular() || strings.HasSuffix(path, ".key") {
			return err
		}
		text, err := os.ReadFile(path)
		b.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// The key with which a move was sealed survives a power cut right after sealing: its
// content, and its name in the directory. Without it nobody can open the envelope.
func TestEnvelopeKeyOutlivesPowerCut(t *testing.T) {
	card := newCutCard(t)
	if card == nil {
		t.Skip("the log says why")
	}
	path := filepath.Join(card.dir, "envelope.key")
	g, err := reconcile.NewGame(header)
	if err != nil {
		t.Fatal(err)
	}
	c, err := sealed.New(path, nil).Pass(trace.Command{Do: trace.DoSeal, By: "white", Extra: `{"text":"` + secret + `"}`}, g)
	if err != nil {
		t.Fatal(err)
	}
	card.cut(t)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("the move is in its envelope, and the key is gone: %v", err)
	}
	key, err := envelope.ParseKey(string(text))
	if err != nil {
		t.Fatal(err)
	}
	if o, err := key.Open(between(string(c.Extra), `"envelope":"`, `"`)); err != nil || o.Text != secret {
		t.Errorf("the envelope opens as %+v, %v", o, err)
	}
}
