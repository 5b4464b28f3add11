package feeds_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"touchmove/broadcast"
	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/feeds"
	"touchmove/reconcile"
	"touchmove/rules"
)

// record returns every message that a board publishes about two games, as a subscriber
// receives them.
func record(t *testing.T) []broadcast.Message {
	t.Helper()
	broker := broadcasttest.NewMosquitto(t)
	b := newTable("hall-7")
	b.open(pairing("1", "Żółć, Anna", "Öst, Bo"), rules.StartPosition())
	var mu sync.Mutex
	var heard []broadcast.Message
	background(t, func(ctx context.Context) {
		broadcast.Listen(ctx, broker.Broker(), []string{base + "/#"}, func(m broadcast.Message) {
			mu.Lock()
			heard = append(heard, m)
			mu.Unlock()
		}, func(bool) {}, quiet)
	})
	publish(t, broker, "open-2026", b)
	published := func(text string) {
		broadcasttest.Eventually(t, text, func() bool {
			mu.Lock()
			defer mu.Unlock()
			return slices.ContainsFunc(heard, func(m broadcast.Message) bool {
				return strings.HasSuffix(m.Topic, "/pgn") && strings.Contains(string(m.Payload), text)
			})
		})
	}
	published("Anna")
	b.start()
	for i, san := range []string{"e4", "e5", "Nf3", "Nc6"} {
		b.play(t, san)
		published([]string{"1. e4 *", "1. e4 e5 *", "2. Nf3 *", "Nc6 *"}[i])
	}
	b.end("1-0")
	published("Nc6 1-0")
	b.open(pairing("2", "Öst, Bo", "Żółć, Anna"), rules.StartPosition())
	b.start()
	b.play(t, "e4")
	published("1. e4 *\n")
	broadcasttest.Eventually(t, "the second game", func() bool {
		mu.Lock()
		defer mu.Unlock()
		last := heard[len(heard)-1]
		return strings.HasSuffix(last.Topic, "/pgn") && strings.Contains(string(last.Payload), `Round "2"`) && strings.Contains(string(last.Payload), "e4")
	})
	mu.Lock()
	defer mu.Unlock()
	return slices.Clone(heard)
}

// In whatever order messages come, and however often: every game shown is one that was
// played, with its own players' names.
func TestHubShowsOnlyWhatWasPlayed(t *testing.T) {
	heard := record(t)
	right := map[string][]string{"hall-7-20261121t182200123z-1": {"e2e4", "e7e5", "g1f3", "b8c6"}, "hall-7-20261121t182200123z-2": {"e2e4"}}
	white := map[string]string{"hall-7-20261121t182200123z-1": "Żółć, Anna", "hall-7-20261121t182200123z-2": "Öst, Bo"}
	dice := rand.New(rand.NewPCG(7, 7))
	shown := 0
	for range 300 {
		hub := feeds.NewHub(base, nil, quiet)
		for range 3 * len(heard) {
			hub.Receive(heard[dice.IntN(len(heard))])
			now, _ := hub.Now()
			for _, g := range now.Current("open-2026") {
				line := mainLine(g)
				if want := right[g.ID]; len(line) > len(want) || !slices.Equal(line, want[:len(line)]) || g.Parsed.Tags.Get("White") != white[g.ID] {
					t.Fatalf("%s is shown as\n%s", g.ID, g.PGN)
				}
				shown++
			}
		}
	}
	if shown < 1000 {
		t.Errorf("only %d games were shown in all", shown)
	}
}

// If messages come in order, the hub is always up to date.
func TestHubFollows(t *testing.T) {
	hub := feeds.NewHub(base, nil, quiet)
	for _, m := range record(t) {
		hub.Receive(m)
	}
	now, _ := hub.Now()
	for round, want := range map[string]string{"1": "e2e4 e7e5 g1f3 b8c6", "2": "e2e4"} {
		games := now.Round("open-2026", round)
		if len(games) != 1 || strings.Join(mainLine(games[0]), " ") != want || games[0].Live != (round == "2") {
			t.Errorf("round %s: %+v", round, games)
		}
	}
}

// A feed that is started between two rounds, and hears only what is retained, has the round before,
// too, whatever the order; a board's current game stays the last.
func TestHubHasGamesFromBefore(t *testing.T) {
	retained := map[string]broadcast.Message{}
	for _, m := range record(t) {
		if topic := m.Topic[strings.LastIndexByte(m.Topic, '/')+1:]; topic != "move" && topic != "event" {
			retained[m.Topic] = m
		}
	}
	topics := slices.Sorted(maps.Keys(retained))
	dice := rand.New(rand.NewPCG(3, 3))
	for _, certain := range []float64{0, reconcile.Certain} {
		for range 20 {
			hub := feeds.NewHub(base, nil, quiet, showCertain(t, certain))
			dice.Shuffle(len(topics), func(i, j int) { topics[i], topics[j] = topics[j], topics[i] })
			for _, topic := range topics {
				hub.Receive(retained[topic])
			}
			now, _ := hub.Now()
			games := now.Round("open-2026", "1")
			if len(games) != 1 || strings.Join(mainLine(games[0]), " ") != "e2e4 e7e5 g1f3 b8c6" || games[0].Result() != "1-0" || games[0].Live || games[0].Parsed.Tags.Get("White") != "Żółć, Anna" {
				t.Fatalf("after %v round 1 has %+v", topics, games)
			}
			if games = now.Round("open-2026", "2"); len(games) != 1 || !games[0].Live || now.Boards[0].Playing != games[0].ID {
				t.Fatalf("after %v round 2 has %+v", topics, games)
			}
		}
	}
}

// A repeated message about an earlier game does not change what the hub says about the
// board now, for programs that also ask for its position.
func TestHubDoesNotGoBack(t *testing.T) {
	hub := feeds.NewHub(base, nil, quiet)
	heard := record(t)
	for _, m := range heard {
		hub.Receive(m)
	}
	want, _ := hub.Now()
	for _, m := range heard {
		if strings.Contains(string(m.Payload), "z-1") && !strings.HasSuffix(m.Topic, "/pgn") {
			hub.Receive(m)
		}
	}
	got, _ := hub.Now()
	if got, want := got.Boards[0], want.Boards[0]; got.Playing != want.Playing || got.FEN != want.FEN || got.Game.ID != want.Game.ID || got.Game.ID != want.Playing {
		t.Errorf("%s at %s with the PGN of %s, want %s at %s", got.Playing, got.FEN, got.Game.ID, want.Playing, want.FEN)
	}
}

// Games that were kept are there after a restart, even if a file was damaged; the files
// agree with what the hub holds.
func TestKeeper(t *testing.T) {
	dir := t.TempDir()
	b := newTable("hall-7")
	b.open(pairing("1", "Żółć, Anna", "Öst, Bo"), rules.StartPosition())
	h := open(t, "open-2026", b)
	keeper, err := feeds.NewPGNFiles(dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	background(t, func(ctx context.Context) { keeper.Run(ctx, h.hub) })
	b.start()
	b.play(t, "f3", "e5", "g4", "Qh4")
	b.end("0-1")
	h.until(t, "open-2026", b)
	now, _ := h.hub.Now()
	want := feeds.JoinPGN(now.Round("open-2026", "1"))
	for _, path := range []string{"open-2026/games.pgn", "open-2026/round-1/games.pgn", "open-2026/boards/hall-7/hall-7-20261121t182200123z-1.pgn"} {
		broadcasttest.Eventually(t, path+" is written", func() bool {
			text, _ := os.ReadFile(filepath.Join(dir, path))
			return string(text) == want
		})
	}
	for path, text := range map[string]string{
		"open-2026/boards/hall-7/hall-7-20261121t182200123z-0.pgn": "[Event \"torn", "open-2026/boards/hall-7/.new-123": "x", "open-2026/boards/Not Ours/x.pgn": want,
	} {
		full := filepath.Join(dir, path)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	again, err := feeds.NewPGNFiles(dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	games, err := again.Load()
	if err != nil {
		t.Fatal(err)
	}
	later, _ := feeds.NewHub(base, games, quiet).Now()
	if got := feeds.JoinPGN(later.Round("open-2026", "1")); got != want || len(games) != 1 || games[0].Live {
		t.Errorf("after a restart: %d games\n%s\nwant\n%s", len(games), got, want)
	}
	if _, err := feeds.NewPGNFiles(filepath.Join(dir, "open-2026/games.pgn"), quiet); err == nil {
		t.Error("a file is taken for a directory")
	}
}

// Boards are in natural order: numbers are compared as numbers.
func TestNatural(t *testing.T) {
	list := []string{"hall-10", "b", "hall-2", "hall-1", "10", "9", "a-b-2", "a-b-10", "hall-02", ""}
	slices.SortStableFunc(list, feeds.Natural)
	if got := fmt.Sprintf("%q", list); got != `["" "9" "10" "a-b-2" "a-b-10" "b" "hall-1" "hall-02" "hall-2" "hall-10"]` {
		t.Error(got)
	}
}

// A result that is shown by the kings in the centre is in the PGN before anybody has
// confirmed it: the feeds show it at that time, and continue to work.
func TestHubTakesResultOfTheKings(t *testing.T) {
	b := newTable("hall-7")
	b.open(pairing("3", "A", "B"), rules.StartPosition())
	b.start()
	h := open(t, "open-2026", b)
	b.play(t, "e4", "e5")
	b.tell(reconcile.ResultKnown{Result: "1-0", Reason: reconcile.KingsInTheCentre, Proposed: true})
	broadcasttest.Eventually(t, "the feeds have the result", func() bool {
		now, _ := h.hub.Now()
		g := now.Find("open-2026", b.game)
		return g != nil && g.Result() == "1-0"
	})
}

// If the PGN of one earlier game cannot be read, the others are shown all the same, and the log
// names it, once.
func TestOneBrokenEarlierGame(t *testing.T) {
	var log bytes.Buffer
	hub := feeds.NewHub(base, nil, slog.New(slog.NewTextHandler(&log, nil)))
	id := func(n int) string { return fmt.Sprintf("hall-7-20261121t182200123z-%d", n) }
	type left struct {
		Game string `json:"game"`
		Seq  int    `json:"seq"`
	}
	said := struct {
		Games []left            `json:"games"`
		PGN   map[string]string `json:"pgn"`
	}{PGN: map[string]string{}}
	for n := range 4 {
		said.Games = append(said.Games, left{id(n), 10 * n})
		said.PGN[id(n)] = fmt.Sprintf("[White \"Anna\"]\n[Black \"Bo\"]\n[Round \"%d\"]\n[Result \"1-0\"]\n\n1. e4 e5 1-0\n", n)
	}
	said.PGN[id(2)] = "[White \"Anna\"]\n\n1. e5 1-0\n"
	payload, err := json.Marshal(said)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		hub.Receive(broadcast.Message{Topic: base + "/open-2026/hall-7/previous", Payload: payload})
	}
	now, _ := hub.Now()
	var shown []string
	for n := range 4 {
		if now.Find("open-2026", id(n)) != nil {
			shown = append(shown, id(n))
		}
	}
	if want := []string{id(0), id(1), id(3)}; !slices.Equal(shown, want) {
		t.Errorf("shown are %v, want %v", shown, want)
	}
	if n := strings.Count(log.String(), id(2)); n != 1 {
		t.Errorf("the broken game is named %d times:\n%s", n, &log)
	}
}

// A broker on which anybody may write does not make the bridge write or delete files elsewhere:
// what is no id of a game is no part of a path.
func TestIDsThatArePaths(t *testing.T) {
	outside := t.TempDir()
	dir := filepath.Join(outside, "games")
	theirs := filepath.Join(outside, "theirs.pgn")
	const text = "[White \"Ana\"]\n\n1. d4 d5 1/2-1/2\n"
	if err := os.WriteFile(theirs, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	hub := feeds.NewHub(base, nil, slog.New(slog.NewTextHandler(&log, nil)))
	keeper, err := feeds.NewPGNFiles(dir, quiet)
	if err != nil {
		t.Fatal(err)
	}
	const escape, good = "../../../../theirs", "hall-7-20261121t182200123z-1"
	say := func(topic, payload string) {
		hub.Receive(broadcast.Message{Topic: base + "/open-2026/hall-7/" + topic, Payload: []byte(payload)})
	}
	game := strconv.Quote("[White \"Anna\"]\n[Black \"Bo\"]\n\n1. e4 e5 1-0\n")
	say("previous", `{"v":1,"games":[{"game":"`+escape+`","seq":3},{"game":"`+good+`","seq":4}],"pgn":{"`+escape+`":`+game+`,"`+good+`":`+game+`}}`)
	say("game", `{"v":1,"game":"`+good+`","seq":5,"white":{"name":"Anna"},"black":{"name":"Bo"},"annulled":["`+escape+`"]}`)
	say("state", `{"v":1,"game":"`+good+`","seq":5,"phase":"playing","variant":"standard","start":"`+rules.StartFEN+`","fen":"`+rules.StartFEN+`","matches":true,"result":"*","moves":[]}`)
	say("pgn", "[Event \"?\"]\n[Round \"?\"]\n[White \"Anna\"]\n[Black \"Bo\"]\n\n*\n")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	keeper.Run(ctx, hub)
	if now, err := os.ReadFile(theirs); err != nil || string(now) != text {
		t.Errorf("a file elsewhere is now %q, %v", now, err)
	}
	if files, err := filepath.Glob(filepath.Join(dir, "open-2026", "boards", "hall-7", "*")); err != nil || len(files) != 1 {
		t.Errorf("the games are %v, %v", files, err)
	}
	if !strings.Contains(log.String(), "cannot be the id of a game") {
		t.Errorf("the log does not say why: %s", &log)
	}
}
