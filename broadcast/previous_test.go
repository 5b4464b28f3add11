package broadcast_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/contract/schemas"
	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/rules"
)

// stateOf is the part of a state that the tests read.
type stateOf struct {
	Game                       string
	Seq                        uint64
	FEN, Phase, Result, Reason string
	Moves                      []struct{ UCI string }
}

// textsOf parses the PGN of a payload of the topic previous, by game.
func textsOf(t *testing.T, payload []byte) map[string]string {
	t.Helper()
	var p struct{ PGN map[string]string }
	if err := json.Unmarshal(payload, &p); err != nil {
		t.Fatal(err)
	}
	return p.PGN
}

// resultsOf parses the results of a payload of the topic previous, by game.
func resultsOf(t *testing.T, payload []byte) map[string]string {
	t.Helper()
	var p struct{ Results map[string]string }
	if err := json.Unmarshal(payload, &p); err != nil {
		t.Fatal(err)
	}
	return p.Results
}

// previousOf parses a payload of the topic previous, and checks it against its schema.
func previousOf(t *testing.T, payload []byte) []stateOf {
	t.Helper()
	var p struct{ Games []stateOf }
	if err := json.Unmarshal(payload, &p); err != nil {
		t.Fatal(err)
	}
	if err := schemas.Check(prefix+"previous", payload); err != nil {
		t.Fatal(err)
	}
	return p.Games
}

// ending is how a game stood when it was left.
type ending struct {
	moves              []string
	fen, phase, result string
	pgn, counts        string
	shown              bool
}

// series is a story of game after game, with the test's own account of how each was left.
type series struct {
	*story
	dice          *rand.Rand
	phase, result string // of the game on the board
	shown         bool   // a result by the kings is proposed, and no move contradicts it
	begun         int    // games
	ends          map[string]ending
	left          []string // in the order in which they were left
	before        []string // games that can be returned to
}

func (s *series) leave(phase, result string) {
	told, _ := s.From(0)
	var now eventlog.State
	for _, e := range told {
		now.Apply(e)
	}
	counts := result
	if phase == "playing" && !s.shown {
		counts = "*"
	}
	s.ends[s.game] = ending{s.truth(), s.fen(), phase, result, now.PGN(topics.Event, topics.Board), counts, s.shown}
	s.shown = false
	s.left = append(slices.DeleteFunc(s.left, func(id string) bool { return id == s.game }), s.game)
	s.left = s.left[max(0, len(s.left)-broadcast.PreviousGames):]
}

func (s *series) anyResult() string { return []string{"1-0", "0-1", "1/2-1/2"}[s.dice.IntN(3)] }

// next does something that may happen on a board.
func (s *series) next() {
	switch choice := s.dice.IntN(7); {
	case choice == 0: // the next game
		s.leave(s.phase, s.result)
		s.before = append(s.before, s.game)
		s.beginNext()
	case choice == 1:
		s.result = s.anyResult()
		s.tell(reconcile.ResultKnown{Result: s.result, Reason: "arbiter"})
		s.phase, s.shown = "over", false
	case choice == 2: // a game that is set up and never begins
		s.leave(s.phase, s.result)
		s.before = append(s.before, s.game)
		s.begun++
		s.game, s.seq = gameID(s.begun), 0
		s.tell(eventlog.Opened{Start: rules.StartFEN, Laws: rules.FIDE2023})
		s.beginNext()
	case choice == 3 && len(s.before) > 0: // a game begun by mistake
		back := s.before[len(s.before)-1]
		s.before = s.before[:len(s.before)-1]
		s.leave("over", "*")
		void := s.ends[s.game]
		void.pgn = "" // it does not count
		s.ends[s.game] = void
		s.goBack(back)
		s.left = slices.DeleteFunc(s.left, func(id string) bool { return id == back })
		s.phase, s.result, s.shown = s.ends[back].phase, s.ends[back].result, s.ends[back].shown
	case choice == 3 || s.phase == "over":
	case choice == 4: // the kings show a result
		s.result = s.anyResult()
		s.tell(reconcile.ResultKnown{Result: s.result, Reason: reconcile.KingsInTheCentre, Proposed: true})
		s.shown = true
	default:
		for range s.dice.IntN(40) {
			s.goOn()
			s.shown = false
		}
	}
}

func (s *series) beginNext() {
	s.begun++
	s.begin(gameID(s.begun))
	s.phase, s.result = "playing", "*"
}

// check compares the topic with the account.
func (s *series) check(t *testing.T, payload []byte) {
	t.Helper()
	got, texts, results := previousOf(t, payload), textsOf(t, payload), resultsOf(t, payload)
	if len(results) != len(got) {
		t.Fatalf("%d results of %d games", len(results), len(got))
	}
	var ids []string
	for _, g := range got {
		want := s.ends[g.Game]
		if results[g.Game] != want.counts {
			t.Fatalf("%s, %+v, has the result %s, want %s", g.Game, g, results[g.Game], want.counts)
		}
		if texts[g.Game] != want.pgn {
			t.Fatalf("the PGN of %s is\n%s\nand was\n%s", g.Game, texts[g.Game], want.pgn)
		}
		ids = append(ids, g.Game)
		var moves []string
		for _, m := range g.Moves {
			moves = append(moves, m.UCI)
		}
		if !slices.Equal(moves, want.moves) || g.FEN != want.fen || g.Phase != want.phase || g.Result != want.result {
			t.Fatalf("%s is told as %s %s %s %v\nand was left as %+v", g.Game, g.Phase, g.Result, g.FEN, moves, want)
		}
	}
	if !slices.Equal(ids, s.left) {
		t.Fatalf("the games are %v, want %v", ids, s.left)
	}
}

// A board plays game after game, in any order of moves, results, new games, games that are
// set up and never begin, and games that are annulled in favour of an earlier one. At every
// moment the topic has the last games before the current one, in the order in which they
// were left, each exactly as it was left, and never the current one.
func TestPrevious(t *testing.T) {
	for seed := range uint64(20) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			s := &series{story: newStory(seed), dice: rand.New(rand.NewPCG(seed, 7)), phase: "playing", result: "*", ends: map[string]ending{}}
			var previous broadcast.Previous
			var state eventlog.State
			read := 0
			for range 60 {
				s.next()
				told, _ := s.From(read)
				for _, e := range told {
					previous.Apply(e, &state, topics)
					state.Apply(e)
				}
				read += len(told)
				s.check(t, previous.Payload())
			}
			if s.begun <= broadcast.PreviousGames {
				t.Errorf("only %d games were begun", s.begun)
			}
		})
	}
}

// The retained message stays small: older games give way to long ones, and the latest is
// there however long it is. The same games are there as PGN, the latest first if there is not
// room for all.
func TestPreviousIsBounded(t *testing.T) {
	var previous broadcast.Previous
	var state eventlog.State
	s, read := newStory(1), 0
	shuffle := func(n int) { // moves knights to and fro
		for i := range n {
			m, err := s.line[len(s.line)-1].ParseUCI([]string{"g1f3", "g8f6", "f3g1", "f6g8"}[i%4])
			if err != nil {
				t.Fatal(err)
			}
			s.tell(s.make(m))
		}
	}
	for n, c := range []struct{ plies, games, texts int }{{80, 1, 1}, {80, 2, 2}, {80, 3, 3}, {80, 4, 4}, {80, 4, 4}, {500, 4, 4}, {500, 3, 3}, {1600, 1, 1}, {3000, 1, 0}, {4, 1, 1}, {4, 2, 2}} {
		shuffle(c.plies)
		long := s.game
		s.begin(gameID(n + 1))
		told, _ := s.From(read)
		for _, e := range told {
			previous.Apply(e, &state, topics)
			state.Apply(e)
		}
		read += len(told)
		payload := previous.Payload()
		got := previousOf(t, payload)
		t.Logf("%d half-moves: %d games, %d bytes", c.plies, len(got), len(payload))
		if len(got) != c.games || got[len(got)-1].Game != long || len(got[len(got)-1].Moves) != c.plies {
			t.Errorf("after %d half-moves %d games, want %d, the last with %d half-moves", c.plies, len(got), c.games, len(got[len(got)-1].Moves))
		}
		if len(payload) > broadcast.OwedBytes && c.plies < 1000 {
			t.Errorf("%d bytes for %d games", len(payload), len(got))
		}
		texts := textsOf(t, payload)
		for i, g := range slices.Backward(got) {
			text, has := texts[g.Game]
			if want := i >= len(got)-c.texts; has != want || has && !strings.Contains(text, fmt.Sprintf("[GameId %q]", g.Game)) {
				t.Errorf("after %d half-moves the PGN of game %d of %d is %q", c.plies, i+1, len(got), text)
			}
		}
	}
}

// Whatever readers may still lack, the retained message is not longer than it may be, with
// results and PGN.
func TestOwedIsBounded(t *testing.T) {
	for _, length := range []int{400, 700, 1023, 3000} {
		var previous broadcast.Previous
		previous.Owe()
		var score eventlog.State
		for n := range 80 {
			state := fmt.Sprintf(`{"v":1,"game":%q,"seq":1,"reason":""}`, gameID(n))
			state = strings.Replace(state, `""`, `"`+strings.Repeat("x", length-len(state))+`"`, 1)
			left, err := broadcast.NewLeft([]byte(state), "[Event \"?\"]\n\n"+strings.Repeat("1. e4 ", 100)+"*\n")
			if err != nil {
				t.Fatal(err)
			}
			previous.Apply(left, &score, topics)
		}
		payload := previous.Payload()
		if n := len(payload); n > broadcast.OwedBytes || n < broadcast.OwedBytes-length-1000 {
			t.Errorf("of states of %d bytes it has %d", length, n)
		}
	}
}

// The kept states of earlier games are published unchanged, unless a newer state of the
// same game is known. Texts that are not states are refused.
func TestLeft(t *testing.T) {
	state := func(game string, seq int) string {
		s := newStory(3)
		s.goOn()
		var previous broadcast.Previous
		var score eventlog.State
		told, _ := s.From(0)
		for _, e := range told {
			score.Apply(e)
		}
		previous.Leave(&score, topics)
		text := string(previous.Games()[0].What.(eventlog.Left).State)
		return strings.Replace(strings.Replace(text, s.game, game, 1), fmt.Sprintf(`"seq":%d`, s.seq), fmt.Sprintf(`"seq":%d`, seq), 1)
	}
	var previous broadcast.Previous
	var score eventlog.State
	for i, c := range []struct {
		game string
		seq  int
		want []string // games and their numbers afterwards
	}{
		{gameID(1), 7, []string{gameID(1) + " 7"}},
		{gameID(2), 9, []string{gameID(1) + " 7", gameID(2) + " 9"}},
		{gameID(1), 8, []string{gameID(2) + " 9", gameID(1) + " 8"}},
		{gameID(2), 3, []string{gameID(1) + " 8", gameID(2) + " 9"}}, // a newer state is known
		{gameID(2), eventlog.Leap + 1, []string{gameID(1) + " 8", gameID(2) + " 1000000001"}},
	} {
		told, err := broadcast.NewLeft([]byte(state(c.game, c.seq)), "")
		if err != nil {
			t.Fatal(err)
		}
		previous.Apply(told, &score, topics)
		if score.Apply(told); !reflect.DeepEqual(score, eventlog.State{}) {
			t.Error("a game of before changes the one that is played")
		}
		var got []string
		for _, g := range previousOf(t, previous.Payload()) {
			got = append(got, fmt.Sprint(g.Game, " ", g.Seq))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%d: %v, want %v", i, got, c.want)
		}
		if !strings.Contains(string(previous.Payload()), state(c.game, c.seq)) != (i == 3) {
			t.Errorf("%d: the state is not told word for word", i)
		}
	}
	for _, text := range []string{"", "null", "{}", `{"v":2,"game":"g-1","seq":1}`, `{"v":1,"game":"g","seq":1}`, `{"v":1,"game":"g-1","seq":-1}`, `[]`, state("", 1)} {
		if got, err := broadcast.NewLeft([]byte(text), ""); err == nil {
			t.Errorf("%.60s is taken for a state of %s", text, got.Game)
		}
	}
}

// A reader that was disconnected while a game ended and others began has the exact game
// once it is back, with every broker, and also if the game was annulled.
func TestAwayWhileAGameEnds(t *testing.T) {
	onBrokers(t, func(t *testing.T, b testBroker) {
		s := newStory(2)
		publish(t, b.Broker(), s, nil)
		line := broadcasttest.NewLine(t, b.URL())
		reader := broadcasttest.Follow(t, line.URL(), prefix, "", "")
		watch := follow(t, b.URL(), "", "")
		for range 10 {
			s.goOn()
		}
		caughtUp(t, reader, s)
		first := s.game
		line.Down(true)
		for range 10 {
			s.goOn()
		}
		ended, fen := s.truth(), s.fen()
		s.tell(reconcile.ResultKnown{Result: "0-1", Reason: "resignation"})
		s.begin(gameID(1))
		s.goOn()
		wrong, right := s.game, gameID(2)
		s.begin(right) // both games were begun by mistake
		s.goBack(wrong)
		s.goOn()
		caughtUp(t, watch, s)
		if moves, _ := reader.Moves(first); slices.Equal(moves, ended) {
			t.Fatal("the reader was not away")
		}
		line.Down(false)
		broadcasttest.Eventually(t, "the reader has the game as it ended", func() bool {
			moves, _ := reader.Moves(first)
			phase, result := reader.Result(first)
			return slices.Equal(moves, ended) && reader.Position(first) == fen && phase == "over" && result == "0-1"
		})
		broadcasttest.Eventually(t, "and knows which does not count", func() bool {
			phase, result := reader.Result(right)
			return phase == "over" && result == "*"
		})
		caughtUp(t, reader, s)
		var ids []string
		for _, g := range previousOf(t, []byte(reader.Last("previous"))) {
			ids = append(ids, g.Game)
			if g.Game == right && g.Reason != "annulled" {
				t.Errorf("the reason is %q", g.Reason)
			}
		}
		if !slices.Equal(ids, []string{first, right}) {
			t.Errorf("previous has %v, want %v", ids, []string{first, right})
		}
		for _, c := range reader.Contradictions() {
			t.Error(c)
		}
	})
}

// Every game in previous is a state: the two schemas agree. But games that an earlier
// version left may lack keys that were added to states later.
func TestPreviousIsStates(t *testing.T) {
	schema := func(name string) (s map[string]any) {
		t.Helper()
		text, err := os.ReadFile("contract/schemas/" + name + ".json")
		if err == nil {
			err = json.Unmarshal(text, &s)
		}
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	state := schema("state")
	delete(state, "$schema")
	games := schema("previous")["properties"].(map[string]any)["games"].(map[string]any)
	left := games["items"].(map[string]any)
	needed := func(of map[string]any) []any {
		keys := of["required"].([]any)
		delete(of, "required")
		return keys
	}
	all := needed(state)
	for _, key := range needed(left) {
		if !slices.Contains(all, key) {
			t.Errorf("schemas/previous.json requires %v, and schemas/state.json does not", key)
		}
	}
	if !reflect.DeepEqual(left, state) {
		t.Error("schemas/previous.json describes other games than schemas/state.json")
	}
	if games["maxItems"] != float64(broadcast.OwedGames) {
		t.Errorf("schemas/previous.json has %v games at most, and the program %d", games["maxItems"], broadcast.OwedGames)
	}
}
