package control_test

import (
	"encoding/json"
	"os/user"
	"path/filepath"
	"strings"
	"testing"

	"touchmove/broadcast"
	"touchmove/daemon/control"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// lines returns every command of the table, as a client writes it.
func lines(t *testing.T) (list []string) {
	t.Helper()
	samples := map[string]any{"piece": "queen", "square": "e4", "to": "white", "uci": "e2e4", "ply": 1, "plies": 1, "fen": rules.StartFEN, "result": "1-0", "what": "claim", "by": "white"}
	for _, f := range trace.Commands() {
		words, kinds := []string{""}, []string{""}
		if what, ok := f.Key("what"); ok && what.Words != nil {
			words = what.Words
		}
		if kind, ok := f.Key("kind"); ok && kind.Words != nil {
			kinds = kind.Words
		}
		for _, word := range words {
			for _, kind := range kinds {
				keys := map[string]any{"do": f.Name, "id": f.Name + word + kind}
				for _, key := range f.AllKeys() {
					if key.Needed {
						keys[key.Name] = samples[key.Name]
					}
				}
				if word != "" {
					keys["what"] = word
				}
				if kind != "" {
					keys["kind"], keys["player"] = kind, "white"
				}
				text, err := json.Marshal(keys)
				if err != nil {
					t.Fatal(err)
				}
				list = append(list, string(text))
			}
		}
	}
	return list
}

// Both roles send every command of the table over the sockets. A permitted command
// reaches the board with the name of the Unix user; any other is refused, with the
// roles that may give it.
func TestEveryActionByEveryOffice(t *testing.T) {
	me, err := user.Current()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	taken := make(chan broadcast.Request, 200)
	serve(t, control.Sockets{Dir: dir}, desk(taken))
	list := lines(t)
	if len(list) < 60 {
		t.Fatalf("%d actions", len(list))
	}
	for socket, role := range map[string]trace.Role{"arbiter.sock": trace.Chief, "technician.sock": trace.Technician} {
		answers := speak(t, filepath.Join(dir, socket), strings.Join(list, "\n")+"\n")
		if len(answers) != len(list) {
			t.Fatalf("%s: %d answers to %d lines", socket, len(answers), len(list))
		}
		for i, line := range list {
			var c trace.Command
			if err := c.UnmarshalJSON([]byte(line)); err != nil {
				t.Fatal(err)
			}
			want := trace.May(role, rules.White, c)
			refused := strings.Contains(answers[i].Error, "is not for the role")
			if (want == nil) == refused || want != nil && (answers[i].OK || answers[i].Error != want.Error()) {
				t.Errorf("%s: %s: %+v, want %v", socket, line, answers[i], want)
			}
			if want != nil {
				continue
			}
			var r broadcast.Request
			select {
			case r = <-taken:
			default:
				t.Fatalf("%s: %s has not reached the board: %+v", socket, line, answers[i])
			}
			var who, office string
			if _, err := r.Command.Extra.Get("who", &who); err != nil || who != me.Username {
				t.Errorf("%s: %s: who %q, %v", socket, line, who, err)
			}
			if _, err := r.Command.Extra.Get("role", &office); err != nil || office != role.String() || r.Command.ID != c.ID {
				t.Errorf("%s: %s: reached the board as %s by a %q, %v", socket, line, r.Command.ID, office, err)
			}
		}
		if n := len(taken); n > 0 {
			t.Errorf("%s: %d more commands reached the board", socket, n)
		}
	}
}
