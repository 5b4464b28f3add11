package screen_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"touchmove/broadcast/broadcasttest"
	"touchmove/screen"
)

// What boards have said that everybody may read is there as files, which are new
// when something is new and not otherwise; what is private is not in them; and
// while there is no broker there are none.
func TestSnapshots(t *testing.T) {
	broker := broadcasttest.NewMosquitto(t)
	s := screen.NewSnapshots("touchmove/v1", quiet)
	running(t, func(ctx context.Context) { s.Run(ctx, broker.Broker()) })
	server := httptest.NewServer(screen.Handler(screen.Options{Broker: screen.Files, Snapshots: s}))
	t.Cleanup(server.Close)
	write := writer(t, broker)
	say := func(topic, payload string) { t.Helper(); write("touchmove/v1/"+topic, payload) }
	get := func(path, tag string) (*http.Response, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("If-None-Match", tag)
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer, string(text)
	}
	const one = "/now/open/hall-7.json"
	broadcasttest.Eventually(t, "it listens", func() bool { a, _ := get(one, ""); return a.StatusCode == http.StatusNotFound })

	state := `{"v":1,"game":"g","seq":3,"fen":"<8/8>"}`
	for topic, payload := range map[string]string{
		"open/hall-7/state": state, "open/hall-7/availability": "online", "open/hall-8/state": `{"seq":1}`, "blitz/hall-1/state": `{"seq":2}`,
		"open/hall-7/event": "private", "open/hall-7/alarms": "private", "open/hall-7/desk": "private", "open/hall-7/cmd/resign": "private", "open/HALL/state": "no board",
	} {
		say(topic, payload)
	}
	messages := func(path string) map[string]string {
		t.Helper()
		answer, text := get(path, "")
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
	broadcasttest.Eventually(t, "all is there", func() bool { return len(messages("/now/_/_.json")) == 4 })
	if got := messages(one); len(got) != 2 || got["open/hall-7/state"] != state || got["open/hall-7/availability"] != "online" {
		t.Errorf("of hall-7 there is %v", got)
	}
	if got := messages("/now/open/_.json"); len(got) != 3 || got["blitz/hall-1/state"] != "" {
		t.Errorf("of the open there is %v", got)
	}
	if got := messages("/now/_/hall-1.json"); len(got) != 1 {
		t.Errorf("of hall-1 there is %v", got)
	}
	answer, _ := get(one, "")
	tag := answer.Header.Get("ETag")
	if kept := answer.Header.Get("Cache-Control"); kept != "public, max-age=1" || tag == "" {
		t.Errorf("kept as %q, with the tag %q", kept, tag)
	}
	say("open/hall-8/state", `{"seq":4}`) // of another board
	broadcasttest.Eventually(t, "hall-8 is new", func() bool { return messages("/now/open/hall-8.json")["open/hall-8/state"] == `{"seq":4}` })
	if again, _ := get(one, tag); again.StatusCode != http.StatusNotModified {
		t.Errorf("unchanged, and answered with %d", again.StatusCode)
	}
	say("open/hall-7/state", `{"seq":4}`)
	broadcasttest.Eventually(t, "hall-7 is new", func() bool {
		a, text := get(one, tag)
		return a.StatusCode == 200 && strings.Contains(text, `\"seq\":4`)
	})
	const game = "[Event \"?\"]\n\n1. e4 *\n"
	say("open/hall-7/pgn", game)
	say("blitz/hall-1/pgn", game+"\n")
	broadcasttest.Eventually(t, "the games of all boards", func() bool { _, text := get("/now/_/_.pgn", ""); return text == game+"\n"+game })
	if a, text := get("/now/open/hall-7.pgn", ""); text != game || a.Header.Get("Content-Type") != "application/vnd.chess-pgn; charset=utf-8" {
		t.Errorf("the game is %q, of type %q", text, a.Header.Get("Content-Type"))
	}
	say("open/hall-9/pgn", "[White \"a\x1b]0;b\x07\u202e\xff\"]\n\n1. e4 *\n")
	broadcasttest.Eventually(t, "a game whose names a terminal would obey", func() bool {
		_, text := get("/now/open/hall-9.pgn", "")
		return text == "[White \"a?]0;b???\"]\n\n1. e4 *\n"
	})
	say("open/hall-9/pgn", "")
	if a, text := get("/now/open/hall-8.pgn", ""); a.StatusCode != http.StatusOK || text != "" {
		t.Errorf("a board without a game is answered with %d, %q", a.StatusCode, text)
	}
	if got := messages(one); got["open/hall-7/pgn"] != "" {
		t.Error("the PGN stands among the messages, too")
	}
	say("open/hall-10/pgn", "[Event \"?\"]\n[Round \"4\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. a4 *\n")
	say("open/hall-10/previous", `{"v":1,"games":[{"game":"a"},{"game":"b"},{"game":"c"},{"game":"d"}],"pgn":{`+
		`"a":"[Event \"?\"]\n[Round \"3/1\"]\n[White \"O\\\"N\"]\n[Black \"B\"]\n\n1. b4 *\n","b":"[Event \"?\"]\n[Round \"3/1\"]\n[White \"O\\\"N\"]\n[Black \"B\"]\n\n1. c4 1-0\n",`+
		`"d":"[Event \"?\"]\n[Round \"3/1\"]\n[White \"B\"]\n[Black \"O\\\"N\"]\n\n1. d4 0-1\n"}}`)
	say("open/hall-2/pgn", "[Event \"?\"]\n[Round \"3/1\"]\n[White \"C\"]\n[Black \"D\"]\n\n1. e4 *\n")
	say("blitz/hall-1/pgn", "[Event \"?\"]\n[Round \"3/1\"]\n[White \"C\"]\n[Black \"D\"]\n\n1. h4 *\n")
	moves := func(path string) string {
		a, text := get(path, "")
		if a.StatusCode != http.StatusOK || !strings.HasPrefix(a.Header.Get("Content-Type"), "application/vnd.chess-pgn") {
			return a.Status
		}
		return strings.Join(regexp.MustCompile(`(?m)^1\. .*$`).FindAllString(text, -1), ", ")
	}
	// By number of the board; of hall-10, which has gone on, the last game of either pairing.
	broadcasttest.Eventually(t, "the games of a round", func() bool { return moves("/now/open/round/3%2F1.pgn") == "1. e4 *, 1. c4 1-0, 1. d4 0-1" })
	if got := moves("/now/open/round/4.pgn"); got != "1. a4 *" {
		t.Errorf("round 4 has %s", got)
	}
	// Set up again after its end, a pairing keeps its game; where nobody is named, every game counts.
	say("open/hall-11/previous", `{"v":1,"games":[{"game":"a"},{"game":"b"}],"pgn":{`+
		`"a":"[Event \"?\"]\n[Round \"6\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n1. f4 1-0\n","b":"[Event \"?\"]\n[Round \"6\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. g4 *\n"}}`)
	say("open/hall-11/pgn", "[Event \"?\"]\n[Round \"6\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n{ready} *\n")
	broadcasttest.Eventually(t, "a pairing set up again", func() bool { return moves("/now/open/round/6.pgn") == "1. f4 1-0, 1. g4 *" })
	say("open/hall-11/pgn", "[Event \"?\"]\n[Round \"6\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. h3 *\n")
	broadcasttest.Eventually(t, "games of nobody", func() bool { return moves("/now/open/round/6.pgn") == "1. f4 1-0, 1. g4 *, 1. h3 *" })
	if got := messages("/now/open/hall-10.json"); len(got) != 0 {
		t.Errorf("earlier games stand among the messages: %v", got)
	}
	for _, path := range []string{"/now/open/round/5.pgn", "/now/open/round/.pgn", "/now/open/round/3%2F1.json", "/now/OPEN/round/4.pgn", "/now/open/round/" + strings.Repeat("4", 200) + ".pgn", "/now/open/..%2fx.json", "/now/open/hall-9.pgn", "/now/OPEN/hall-7.json", "/now/open/hall-7", "/now/open/hall-7.txt", "/now/open/.json", "/now/open"} {
		if a, _ := get(path, ""); a.StatusCode != http.StatusNotFound {
			t.Errorf("%s is answered with %d", path, a.StatusCode)
		}
	}
	broker.Kill(t)
	broadcasttest.Eventually(t, "no broker, no snapshot", func() bool {
		a, _ := get(one, "")
		return a.StatusCode == http.StatusServiceUnavailable && a.Header.Get("Cache-Control") == "no-store"
	})
}
