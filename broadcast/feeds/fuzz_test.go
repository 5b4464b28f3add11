package feeds_test

import (
	"strings"
	"testing"

	"touchmove/broadcast"
	"touchmove/broadcast/feeds"
	"touchmove/rules"
	"touchmove/rules/pgn"
)

// No message makes a hub fail, and what it shows then can be parsed.
func FuzzTake(f *testing.F) {
	game := `{"v":1,"game":"g-1","seq":1,"event":"E","round":"1","white":{"name":"A"},"black":{}}`
	state := `{"v":1,"game":"g-1","seq":2,"phase":"playing","variant":"standard","start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","fen":"x","result":"*","clocks":{"white_ms":1,"black_ms":2,"runs":"white","at":"2026-11-21T18:22:41.373Z"},"moves":[{"uci":"e2e4","san":"e4"}]}`
	text := "[Event \"E\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"?\"]\n\n1. e4 {[%clk 1:00:00]} *\n"
	f.Add(game, state, text, "online")
	f.Add(strings.Replace(game, "g-1", "../g", 1), state, text, "")
	f.Add(game, strings.Replace(state, "e2e4", "e2e5", 1), text, "offline")
	f.Add(game, state, text+text, "degraded")
	f.Fuzz(func(t *testing.T, game, state, text, availability string) {
		hub := feeds.NewHub(base, nil, quiet)
		for topic, payload := range map[string]string{"game": game, "state": state, "pgn": text, "availability": availability} {
			hub.Receive(broadcast.Message{Topic: base + "/e/b/" + topic, Payload: []byte(payload)})
		}
		now, _ := hub.Now()
		for _, event := range now.Events() {
			for _, g := range now.Current(event) {
				if _, err := pgn.NewReader(strings.NewReader(g.PGN)).Next(); err != nil {
					t.Errorf("%v in\n%s", err, g.PGN)
				}
				for _, file := range []string{"games.pgn", "index.json", "game-1.json"} {
					if body, ok := feeds.Find(now, []string{event, "round-" + g.Round(), file}); !ok || body == "" {
						t.Errorf("no %s of round %q", file, g.Round())
					}
				}
			}
		}
	})
}

// No call makes a LiveChess fail: it is parsed completely, or answered with an error.
func FuzzLiveChessCall(f *testing.F) {
	for _, text := range []string{
		`{"call":"eboards","id":1}`,
		`{"call":"subscribe","id":42,"param":{"feed":"eboardevent","id":7,"param":{"serialnr":"7425"}}}`,
		`{"id":2,"call":"call","param":{"id":7,"method":"setup","param":{"fen":"r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w QKqk - 2 3"}}}`,
		`{"id":4,"call":"call","param":{"id":7,"method":"flip","param":{"flip":true}}}`,
		`{"id":4,"call":"unsubscribe","param":{"id":7}}`,
		`null`, `[]`, `{"id":{},"call":"eboards"}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		do, feed, arg, _, err := feeds.ParseCall(text)
		if err != nil {
			return
		}
		switch do {
		case "eboards":
		case "subscribe":
			if feed == "" || arg == "" {
				t.Errorf("%s: feed %q, serial number %q", text, feed, arg)
			}
		case "setup":
			if _, err := rules.ParseFEN(arg); feed == "" || err != nil {
				t.Errorf("%s: feed %q, start %q: %v", text, feed, arg, err)
			}
		case "flip", "unsubscribe":
			if feed == "" {
				t.Errorf("%s: no feed", text)
			}
		default:
			t.Errorf("%s: %q is nothing to do", text, do)
		}
	})
}

// No answer of a server makes a push fail.
func FuzzLichessAnswer(f *testing.F) {
	f.Add([]byte(`{"games":[{"tags":{"White":"A"},"moves":4},{"tags":{},"error":"Invalid move: Nxe5"}]}`))
	f.Add([]byte(`{"games":null}`))
	f.Add([]byte(`{"moves":7}`))
	f.Add([]byte("<html>"))
	f.Fuzz(func(t *testing.T, body []byte) {
		if n, err := feeds.GamesOf(body); err == nil && !strings.Contains(strings.ToLower(string(body)), "games") {
			t.Errorf("%d games in %s", n, body)
		}
	})
}

// No address makes the pages fail.
func FuzzAddress(f *testing.F) {
	hub := feeds.NewHub(base, nil, quiet)
	for _, event := range []string{"open-2026", "get"} {
		for topic, payload := range map[string]string{
			"game":  `{"v":1,"game":"g-1","seq":1,"event":"E","round":"1","white":{"name":"A"},"black":{}}`,
			"state": `{"v":1,"game":"g-1","seq":2,"phase":"playing","variant":"standard","start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","result":"*","moves":[]}`,
			"pgn":   "[Event \"E\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"?\"]\n\n*\n",
		} {
			hub.Receive(broadcast.Message{Topic: base + "/" + event + "/hall-7/" + topic, Payload: []byte(payload)})
		}
	}
	now, _ := hub.Now()
	for _, path := range []string{"open-2026/games.pgn", "get/games.pgn", "get/open-2026/round-1/index.json", "open-2026/round-1/game-1.json", "open-2026/boards/hall-7.pgn", "", "/", "a//b", "open-2026/round-1/game-99999999999999999999.pgn"} {
		f.Add(path)
	}
	f.Fuzz(func(t *testing.T, path string) {
		body, ok := feeds.Find(now, strings.Split(strings.Trim(path, "/"), "/"))
		if ok && body == "" {
			t.Errorf("%q holds nothing", path)
		}
	})
}
