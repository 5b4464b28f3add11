package daemon_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/daemon/hardware"
	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/wiring"
)

// opening makes a PGN file of the first nine moves of the first built-in game, with
// castling and captures.
func opening(t *testing.T) string {
	t.Helper()
	path := oneGame(t)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	moves, _, found := strings.Cut(string(text), " 10. ")
	if !found || !strings.Contains(moves, "O-O 6. Bb3 d5 7. Qe2 Re8 8. Bg5 dxe4") {
		t.Fatal("the first game is another one")
	}
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(moves, "1-0", "*")+" *\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Whatever chips a board has, their registers, the driver and the reconstruction give
// the moves as they were played. A chip that is pulled affects exactly its own squares.
func TestEveryWiring(t *testing.T) {
	var want []string
	for _, m := range games(t, 1)[0].Moves[:18] {
		want = append(want, m.UCI(rules.Standard))
	}
	type played struct {
		chip, style string
		sensing     sensors.Sensing
	}
	wirings := []played{{"ads1115", "clean", sensors.Occupancy}} // linear sensors that do not distinguish colours
	for _, chip := range configs.Chips() {
		usual, err := wiring.Usual(chip)
		switch {
		case err != nil:
			t.Fatal(err)
		case wiring.Linear(usual):
			wirings = append(wirings, played{chip, "polarity", sensors.Polarity})
		default:
			wirings = append(wirings, played{chip, "clean", sensors.Occupancy})
		}
	}
	for _, c := range wirings {
		t.Run(c.chip+", "+c.sensing.String(), func(t *testing.T) {
			t.Parallel()
			pgn := opening(t)
			synctest.Test(t, func(t *testing.T) { testWiring(t, c.chip, c.style, pgn, c.sensing, want) })
		})
	}
}

func testWiring(t *testing.T, chip, style, pgn string, sensing sensors.Sensing, want []string) {
	config := configs.Board{ID: "b", Event: "e", Sensing: sensing, ScanHz: 10, Wiring: configs.Simulated{
		Chip: chip, PGN: pgn, Style: style, Seed: 2, Speed: 100,
	}}
	h := header
	h.Sensing = sensing
	var log strings.Builder
	s, err := daemon.OpenSession(filepath.Join(t.TempDir(), "b"), "b", h, time.Now(), slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Store.Journal.Close()
	board, err := hardware.Open(config, hardware.Played{Until: s.Last, Done: s.Done, Announced: s.Paired})
	if err != nil {
		t.Fatal(err)
	}
	defer board.Close()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- s.Loop.Run(daemon.NewLive(board, s.Last, nil, nil).Records(ctx, s.Loop)) }()

	read, state := 0, eventlog.State{}
	follow := func(enough func() bool) {
		limit := time.After(time.Minute) // of the synctest bubble: more than an hour of the board's time
		for !enough() {
			entries, more := s.History.From(read)
			if len(entries) == 0 {
				select {
				case <-more:
				case <-limit:
					return
				}
				continue
			}
			state.Apply(entries[0])
			read++
		}
	}
	follow(func() bool { return len(state.Moves) == len(want) })
	var got []string
	for _, m := range state.Moves {
		got = append(got, m.UCI)
	}
	if !slices.Equal(got, want) {
		t.Errorf("told\n%v\nplayed\n%v", got, want)
	}
	if state.Faults() != 0 {
		t.Errorf("not trusted: %v", state.Faults())
	}
	for _, trouble := range board.Faults.All() {
		t.Errorf("nothing is wrong, and told: %v", trouble)
	}
	if visit := board.Simulation; visit.Chip() != "" {
		lost := rules.SquaresOf(visit.Serves()...)
		visit.Pull(true)
		follow(func() bool { return state.Unread == lost })
		if state.Unread != lost || lost == 0 {
			t.Errorf("with chip %s pulled, %v are not read, want %v", visit.Chip(), state.Unread, lost)
		}
	} else if chip != "gpiomatrix" {
		t.Error("no chip can be pulled")
	}
	cancel()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(log.String(), "part="); n > 1 { // the chip that was pulled
		t.Errorf("faults in play:\n%s", log.String())
	}
}

// If this computer lacks the bus of a board, the error names the board and the bus, for
// every kind of wiring.
func TestOpenBoardWithoutBus(t *testing.T) {
	squares := wiring.Natural(0)
	for _, w := range []wiring.Wiring{
		wiring.Expanders{Chip: "mcp23017", Bus: "99", Addrs: []uint16{0x20, 0x21, 0x22, 0x23}, Squares: squares},
		wiring.Expanders{Chip: "tca9555", Bus: "99", Addrs: []uint16{0x20, 0x21, 0x22, 0x23}, Squares: squares},
		wiring.MCPMatrix{Bus: "99", Addr: 0x20, Squares: squares},
		wiring.Converters{Chip: "ads1115", Bus: "99", Bank: wiring.Bank{Mux: 0x70, Ports: []int{0}, Addrs: []uint16{0x48}}, Levels: wiring.Levels{SupplyMV: 3300, EnterMV: 200, LeaveMV: 150}, Squares: squares},
		wiring.Converters{Chip: "ads7138", Bus: "99", Bank: wiring.Bank{Addrs: []uint16{0x10}}, Levels: wiring.Levels{SupplyMV: 3300, EnterMV: 200, LeaveMV: 150}, Squares: squares},
		wiring.Mixed{wiring.Expanders{Chip: "pcf8575", Bus: "99", Addrs: []uint16{0x20}, Squares: squares[:16]}},
	} {
		_, err := hardware.Open(configs.Board{ID: "b", ScanHz: 50, Wiring: w}, hardware.Played{})
		if err == nil || !strings.Contains(err.Error(), "I2C bus 99") || !strings.Contains(err.Error(), "board b") {
			t.Errorf("%s: error %v", w.Driver(), err)
		}
	}
}
