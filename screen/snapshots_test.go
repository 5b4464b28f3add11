package screen_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"touchmove/broadcast/broadcasttest"
	"touchmove/screen"
)

// snapshotServer serves as files what boards say over a broker.
type snapshotServer struct {
	t      *testing.T
	broker *broadcasttest.Mosquitto
	url    string
	write  func(topic, payload string)
}

func newSnapshotServer(t *testing.T) *snapshotServer {
	t.Helper()
	broker := broadcasttest.NewMosquitto(t)
	s := screen.NewSnapshots("touchmove/v1", quiet)
	running(t, func(ctx context.Context) { s.Run(ctx, broker.Broker()) })
	server := httptest.NewServer(screen.Handler(screen.Options{Broker: screen.Files, Snapshots: s}))
	t.Cleanup(server.Close)
	k := &snapshotServer{t: t, broker: broker, url: server.URL, write: writer(t, broker)}
	broadcasttest.Eventually(t, "it listens", func() bool { a, _ := k.get("/now/open/hall-7.json", ""); return a.StatusCode == http.StatusNotFound })
	return k
}

// say publishes a retained message below the base.
func (k *snapshotServer) say(topic, payload string) {
	k.t.Helper()
	k.write("touchmove/v1/"+topic, payload)
}

// get asks for a file, as somebody who has the version with a tag.
func (k *snapshotServer) get(path, tag string) (*http.Response, string) {
	k.t.Helper()
	r, err := http.NewRequestWithContext(k.t.Context(), http.MethodGet, k.url+path, nil)
	if err != nil {
		k.t.Fatal(err)
	}
	r.Header.Set("If-None-Match", tag)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		k.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		k.t.Fatal(err)
	}
	return answer, string(text)
}

// messages returns the payloads of a file by topic, or nil if there is no such file.
func (k *snapshotServer) messages(path string) map[string]string {
	k.t.Helper()
	answer, text := k.get(path, "")
	var file struct {
		V        int
		Messages [][2]string
	}
	if answer.StatusCode != http.StatusOK || json.Unmarshal([]byte(text), &file) != nil || file.V != 1 {
		return nil
	}
	found := map[string]string{}
	for _, m := range file.Messages {
		found[m[0]] = m[1]
	}
	return found
}

// moves returns the moves of the games in a PGN file, or the status if there is no such file.
func (k *snapshotServer) moves(path string) string {
	k.t.Helper()
	a, text := k.get(path, "")
	if a.StatusCode != http.StatusOK || !strings.HasPrefix(a.Header.Get("Content-Type"), "application/vnd.chess-pgn") {
		return a.Status
	}
	return strings.Join(regexp.MustCompile(`(?m)^1\. .*$`).FindAllString(text, -1), ", ")
}

// eventually waits until a PGN file has these moves.
func (k *snapshotServer) eventually(what, path, moves string) {
	k.t.Helper()
	got := ""
	defer func() {
		if k.t.Failed() {
			k.t.Logf("%s: %s has %q, want %q", what, path, got, moves)
		}
	}()
	broadcasttest.Eventually(k.t, what, func() bool { got = k.moves(path); return got == moves })
}

// What boards have said that everybody may read is there as files, which are new
// when something is new and not otherwise; what is private is not in them; and
// while there is no broker there are none.
func TestSnapshots(t *testing.T) {
	k := newSnapshotServer(t)
	const hall7 = "/now/open/hall-7.json"
	state := `{"v":1,"game":"g","seq":3,"fen":"<8/8>"}`
	for topic, payload := range map[string]string{
		"open/hall-7/state": state, "open/hall-7/availability": "online", "open/hall-8/state": `{"seq":1}`, "blitz/hall-1/state": `{"seq":2}`,
		"open/hall-7/event": "private", "open/hall-7/alarms": "private", "open/hall-7/desk": "private", "open/hall-7/cmd/resign": "private", "open/HALL/state": "no board",
	} {
		k.say(topic, payload)
	}
	broadcasttest.Eventually(t, "all is there", func() bool { return len(k.messages("/now/_/_.json")) == 4 })
	if got := k.messages(hall7); len(got) != 2 || got["open/hall-7/state"] != state || got["open/hall-7/availability"] != "online" {
		t.Errorf("of hall-7 there is %v, want its state and availability", got)
	}
	if got := k.messages("/now/open/_.json"); len(got) != 3 || got["blitz/hall-1/state"] != "" {
		t.Errorf("of the open there is %v, want 3 messages and none of the blitz", got)
	}
	if got := k.messages("/now/_/hall-1.json"); len(got) != 1 {
		t.Errorf("of hall-1 there is %v, want one message", got)
	}
	answer, _ := k.get(hall7, "")
	tag := answer.Header.Get("ETag")
	if kept := answer.Header.Get("Cache-Control"); kept != "public, max-age=1" || tag == "" {
		t.Errorf("kept as %q, with the tag %q, want public, max-age=1 and a tag", kept, tag)
	}
	k.say("open/hall-8/state", `{"seq":4}`) // of another board
	broadcasttest.Eventually(t, "hall-8 is new", func() bool {
		return k.messages("/now/open/hall-8.json")["open/hall-8/state"] == `{"seq":4}`
	})
	if again, _ := k.get(hall7, tag); again.StatusCode != http.StatusNotModified {
		t.Errorf("hall-7 is unchanged, and answered with %d, want %d", again.StatusCode, http.StatusNotModified)
	}
	k.say("open/hall-7/state", `{"seq":4}`)
	broadcasttest.Eventually(t, "hall-7 is new", func() bool {
		a, text := k.get(hall7, tag)
		return a.StatusCode == 200 && strings.Contains(text, `\"seq\":4`)
	})
	k.broker.Kill(t)
	broadcasttest.Eventually(t, "no broker, no snapshot", func() bool {
		a, _ := k.get(hall7, "")
		return a.StatusCode == http.StatusServiceUnavailable && a.Header.Get("Cache-Control") == "no-store"
	})
}

// The games of boards are there as PGN, without what a terminal would obey. They do not stand
// among the messages.
func TestSnapshotsOfGames(t *testing.T) {
	k := newSnapshotServer(t)
	const game = "[Event \"?\"]\n\n1. e4 *\n"
	k.say("open/hall-8/state", `{"seq":1}`)
	k.say("open/hall-7/state", `{"seq":1}`)
	k.say("open/hall-7/pgn", game)
	k.say("blitz/hall-1/pgn", game+"\n")
	broadcasttest.Eventually(t, "the games of all boards", func() bool { _, text := k.get("/now/_/_.pgn", ""); return text == game+"\n"+game })
	if a, text := k.get("/now/open/hall-7.pgn", ""); text != game || a.Header.Get("Content-Type") != "application/vnd.chess-pgn; charset=utf-8" {
		t.Errorf("the game is %q, of type %q", text, a.Header.Get("Content-Type"))
	}
	if a, text := k.get("/now/open/hall-8.pgn", ""); a.StatusCode != http.StatusOK || text != "" {
		t.Errorf("a board without a game is answered with %d, %q", a.StatusCode, text)
	}
	if got := k.messages("/now/open/hall-7.json"); got["open/hall-7/state"] == "" || got["open/hall-7/pgn"] != "" {
		t.Errorf("the messages of hall-7 are %v, want its state and not its PGN", got)
	}
	k.say("open/hall-9/pgn", "[White \"a\x1b]0;b\x07\u202e\xff\"]\n\n1. e4 *\n")
	broadcasttest.Eventually(t, "a game whose names a terminal would obey", func() bool {
		_, text := k.get("/now/open/hall-9.pgn", "")
		return text == "[White \"a?]0;b???\"]\n\n1. e4 *\n"
	})
	k.say("open/hall-9/pgn", "")
	broadcasttest.Eventually(t, "a board whose game was deleted is gone", func() bool {
		a, _ := k.get("/now/open/hall-9.pgn", "")
		return a.StatusCode == http.StatusNotFound
	})
}

// pgnOf is a game as a board publishes it; moves end with the result.
func pgnOf(round, white, black, moves string) string {
	return fmt.Sprintf("[Event \"?\"]\n[Round %q]\n[White %q]\n[Black %q]\n[Result %q]\n\n%s\n", round, white, black, moves[strings.LastIndex(moves, " ")+1:], moves)
}

// previousOf is what a board says of its earlier games. A game without a PGN is only named.
func previousOf(t *testing.T, pgns ...string) string {
	t.Helper()
	type game struct {
		Game string `json:"game"`
	}
	said := struct {
		V     int               `json:"v"`
		Games []game            `json:"games"`
		PGN   map[string]string `json:"pgn"`
	}{V: 1, PGN: map[string]string{}}
	for i, pgn := range pgns {
		id := fmt.Sprint("game-", i)
		said.Games = append(said.Games, game{id})
		if pgn != "" {
			said.PGN[id] = pgn
		}
	}
	text, err := json.Marshal(said)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The games of a round are in one file, by number of the board. Of a board that has gone on, it has
// the last game of either pairing.
func TestSnapshotsOfARound(t *testing.T) {
	k := newSnapshotServer(t)
	const irish = `O"N`
	k.say("open/hall-10/pgn", pgnOf("4", "A", "B", "1. a4 *"))
	k.say("open/hall-10/previous", previousOf(t, pgnOf("3/1", irish, "B", "1. b4 *"), pgnOf("3/1", irish, "B", "1. c4 1-0"), "", pgnOf("3/1", "B", irish, "1. d4 0-1")))
	k.say("open/hall-2/pgn", "[Round \"3/1\"]\n[White \"C\"]\n[Black \"D\"]\n\n1. e4 *\n") // without a result among the tags
	k.say("blitz/hall-1/pgn", pgnOf("3/1", "C", "D", "1. h4 *"))
	k.eventually("the games of a round", "/now/open/round/3%2F1.pgn", "1. e4 *, 1. c4 1-0, 1. d4 0-1")
	if got := k.moves("/now/open/round/4.pgn"); got != "1. a4 *" {
		t.Errorf("round 4 has %s, want 1. a4 *", got)
	}
	if got := k.messages("/now/open/hall-10.json"); len(got) != 0 {
		t.Errorf("earlier games stand among the messages: %v", got)
	}

	// Set up again after its end, a pairing keeps its game; where nobody is named, every game counts.
	k.say("open/hall-11/previous", previousOf(t, pgnOf("6", "A", "B", "1. f4 1-0"), pgnOf("6", "?", "?", "1. g4 *")))
	k.say("open/hall-11/pgn", pgnOf("6", "A", "B", "{ready} *"))
	k.eventually("a pairing set up again", "/now/open/round/6.pgn", "1. f4 1-0, 1. g4 *")
	k.say("open/hall-11/pgn", pgnOf("6", "?", "?", "1. h3 *"))
	k.eventually("games of nobody", "/now/open/round/6.pgn", "1. f4 1-0, 1. g4 *, 1. h3 *")
}

// Files that are not there, and addresses that no file can have.
func TestSnapshotsThatAreNotThere(t *testing.T) {
	k := newSnapshotServer(t)
	k.say("open/hall-7/state", `{"seq":1}`)
	k.say("open/hall-10/pgn", pgnOf("4", "A", "B", "1. a4 *"))
	k.eventually("a round", "/now/open/round/4.pgn", "1. a4 *")
	for _, path := range []string{"/now/open/round/5.pgn", "/now/open/round/.pgn", "/now/open/round/4.json", "/now/OPEN/round/4.pgn", "/now/open/round/" + strings.Repeat("4", 200) + ".pgn", "/now/open/..%2fx.json", "/now/open/hall-9.pgn", "/now/OPEN/hall-7.json", "/now/open/hall-7", "/now/open/hall-7.txt", "/now/open/.json", "/now/open"} {
		if a, _ := k.get(path, ""); a.StatusCode != http.StatusNotFound {
			t.Errorf("%s is answered with %d, want %d", path, a.StatusCode, http.StatusNotFound)
		}
	}
}
