package feeds_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"touchmove/broadcast"
	"touchmove/broadcast/feeds"
	"touchmove/reconcile"
)

func showCertain(t *testing.T, certain float64) feeds.Option {
	t.Helper()
	o, err := feeds.ShowCertain(certain)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// withSettled changes the key settled in a message of the topic state.
func withSettled(t *testing.T, m broadcast.Message, settled func(ply int) int) broadcast.Message {
	t.Helper()
	if !strings.HasSuffix(m.Topic, "/state") {
		return m
	}
	var state map[string]any
	if err := json.Unmarshal(m.Payload, &state); err != nil {
		t.Fatal(err)
	}
	state["settled"] = settled(int(state["ply"].(float64)))
	payload, err := json.Marshal(state)
	if err != nil {
		t.Fatal(err)
	}
	m.Payload = payload
	return m
}

// If only settled moves are to be shown, a feed ends before the first other one, in its PGN
// and in its list of moves. When the game is over, the feed has all of it.
func TestSettledOnly(t *testing.T) {
	hub := feeds.NewHub(base, nil, quiet, showCertain(t, reconcile.Certain))
	longest := 0
	for _, m := range record(t) {
		hub.Receive(withSettled(t, m, func(ply int) int { return max(0, ply-1) }))
		now, _ := hub.Now()
		for _, b := range now.Boards {
			if b.Game == nil || !strings.HasSuffix(b.Game.ID, "-1") || !b.Game.Live {
				continue
			}
			if n := len(mainLine(b.Game)); n > 3 || strings.Contains(b.Game.PGN, "Nc6") || b.Playing == b.Game.ID && len(b.Moves) > 3 && b.Matches {
				t.Fatalf("%d moves are shown, and %d listed:\n%s", n, len(b.Moves), b.Game.PGN)
			} else {
				longest = max(longest, n)
			}
		}
	}
	if longest != 3 {
		t.Errorf("%d moves were shown before the game was over, want 3", longest)
	}
	now, _ := hub.Now()
	if first := now.Round("open-2026", "1"); len(first) != 1 || len(mainLine(first[0])) != 4 || !strings.Contains(first[0].PGN, "1-0") {
		t.Errorf("the game that is over is not whole: %+v", first)
	}
	if second := now.Round("open-2026", "2"); len(second) != 1 || len(mainLine(second[0])) != 0 {
		t.Errorf("the move of the second game is not settled: %+v", second)
	}
}

// A move that was shown is not withdrawn because it has become doubtful.
func TestSettledIsNotWithdrawn(t *testing.T) {
	hub := feeds.NewHub(base, nil, quiet, showCertain(t, reconcile.Certain))
	most := 0
	for _, m := range record(t) {
		hub.Receive(withSettled(t, m, func(ply int) int {
			if ply >= 3 {
				return 0
			}
			return ply
		}))
		now, _ := hub.Now()
		for _, g := range now.Round("open-2026", "1") {
			n := len(mainLine(g))
			if n < most {
				t.Fatalf("%d moves are shown after %d", n, most)
			}
			if most = n; g.Live && n > 2 {
				t.Fatalf("%d moves are shown, of which two are settled", n)
			}
		}
	}
	if most != 4 {
		t.Errorf("%d moves in the end", most)
	}
}

// lengthen changes the messages of a game in progress: knights have moved to and fro for
// the given number of half-moves, of which none is settled.
func lengthen(t *testing.T, heard []broadcast.Message, plies int) (long []broadcast.Message) {
	t.Helper()
	for _, m := range heard {
		switch {
		case strings.HasSuffix(m.Topic, "/game") && strings.Contains(string(m.Payload), "-1\""):
			long = append(long, m)
		case strings.HasSuffix(m.Topic, "/pgn") && strings.Contains(string(m.Payload), "1. e4 *"):
			text := ""
			for i := range plies {
				if i%2 == 0 {
					text += fmt.Sprintf("%d. ", i/2+1)
				}
				text += []string{"Nf3", "Nf6", "Ng1", "Ng8"}[i%4] + " "
			}
			m.Payload = []byte(strings.Replace(string(m.Payload), "1. e4 *", text+"*", 1))
			return append(long, m)
		case strings.HasSuffix(m.Topic, "/state"):
			var state map[string]any
			if err := json.Unmarshal(m.Payload, &state); err != nil {
				t.Fatal(err)
			}
			moves := make([]map[string]string, plies)
			for i := range moves {
				moves[i] = map[string]string{"uci": []string{"g1f3", "g8f6", "f3g1", "f6g8"}[i%4], "san": []string{"Nf3", "Nf6", "Ng1", "Ng8"}[i%4]}
			}
			state["moves"], state["settled"] = moves, 0
			payload, err := json.Marshal(state)
			if err != nil {
				t.Fatal(err)
			}
			m.Payload = payload
			long = append(long, m)
		}
	}
	t.Fatal("no PGN of the first move")
	return nil
}

// A move that never becomes certain does not hold up the game for ever: it is shown when
// play has gone on for long enough.
func TestUnsettledForGood(t *testing.T) {
	heard := record(t)
	for plies, want := range map[int]int{10: 0, 16: 0, 17: 1, 40: 24} {
		hub := feeds.NewHub(base, nil, quiet, showCertain(t, reconcile.Certain))
		for _, m := range lengthen(t, heard, plies) {
			hub.Receive(m)
		}
		now, _ := hub.Now()
		games := now.Round("open-2026", "1")
		if len(games) != 1 || len(mainLine(games[0])) != want || !games[0].Live {
			t.Errorf("after %d half-moves: %+v, want %d moves shown", plies, games, want)
		}
	}
}
