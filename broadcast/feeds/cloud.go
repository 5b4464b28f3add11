package feeds

import (
	"strconv"
	"strings"
	"sync"
	"time"

	"touchmove/rules"
	"touchmove/rules/pgn"
)

// The JSON files of a LiveChess cloud, with the keys that its readers use (docs/screens.md
// names them). Unknown values are null.

type tournamentFile struct {
	ID          string       `json:"id"`
	Name        string       `json:"name"`
	Location    *string      `json:"location"`
	Country     *string      `json:"country"`
	Website     *string      `json:"website"`
	Rules       string       `json:"rules"`
	Chess960    string       `json:"chess960"`
	TimeControl *string      `json:"timecontrol"`
	Rounds      []roundCount `json:"rounds"`
	EBoards     []string     `json:"eboards"`
}

type roundCount struct {
	Count int `json:"count"`
	Live  int `json:"live"` // its games in progress
}

type roundFile struct {
	Date     *string       `json:"date"` // as 2026-11-21
	Pairings []pairingFile `json:"pairings"`
}

type pairingFile struct {
	White  playerFile `json:"white"`
	Black  playerFile `json:"black"`
	Result string     `json:"result"` // as in PGN
	Live   bool       `json:"live"`
}

type playerFile struct {
	FName      *string `json:"fname"`
	MName      *string `json:"mname"`
	LName      *string `json:"lname"`
	Title      *string `json:"title"`
	Federation *string `json:"federation"`
	Gender     *string `json:"gender"`
	FideID     *int    `json:"fideid"`
}

type gameFile struct {
	Live      bool       `json:"live"`
	SerialNr  *string    `json:"serialNr"`
	FirstMove *int64     `json:"firstMove"` // ms since 1970; not known here
	Chess960  int        `json:"chess960"`  // number of the starting position; 518 is the usual one
	Result    *string    `json:"result"`    // WHITEWIN, BLACKWIN, DRAW; null if the game is in progress
	Comment   *string    `json:"comment"`
	Clock     *clockFile `json:"clock"`
	Moves     []string   `json:"moves"` // "e4", or with the seconds left and used "e4 5400+3"
}

// cloudTournament lists the rounds that have a number, since the cloud's files are
// addressed by it.
func cloudTournament(s Snapshot, event string) tournamentFile {
	t := tournamentFile{ID: event, Name: event, Rules: "STANDARD", Chess960: "STANDARD", Rounds: []roundCount{}, EBoards: []string{}}
	games := s.Current(event)
	for _, g := range games {
		t.EBoards = append(t.EBoards, g.Board)
		if g.Parsed.Start.Variant() == rules.Chess960 {
			t.Chess960 = "ANY"
		}
	}
	if len(games) > 0 {
		tags := games[0].Parsed.Tags
		if name := tags.Get("Event"); name != "" && name != "?" {
			t.Name = name
		}
		t.Location, t.TimeControl = tagOrNull(tags, "Site"), tagOrNull(tags, "TimeControl")
	}
	for _, round := range s.Rounds(event) {
		n, err := strconv.Atoi(round)
		if err != nil || n < 1 || n > 1000 {
			continue
		}
		for len(t.Rounds) < n {
			t.Rounds = append(t.Rounds, roundCount{})
		}
		for _, g := range s.Round(event, round) {
			t.Rounds[n-1].Count++
			if g.Live {
				t.Rounds[n-1].Live++
			}
		}
	}
	return t
}

func cloudRound(games []*Game) roundFile {
	r := roundFile{Pairings: []pairingFile{}}
	for _, g := range games {
		if date := g.Parsed.Tags.Get("Date"); r.Date == nil && date != "" && !strings.Contains(date, "?") {
			dashed := strings.ReplaceAll(date, ".", "-")
			r.Date = &dashed
		}
		r.Pairings = append(r.Pairings, pairingFile{
			White: cloudPlayer(g.Parsed.Tags, "White"), Black: cloudPlayer(g.Parsed.Tags, "Black"),
			Result: g.Result(), Live: g.Live,
		})
	}
	return r
}

// cloudPlayer splits a name at its comma, as PGN writes it (1994, 8.1.1.5).
func cloudPlayer(tags pgn.Tags, colour string) playerFile {
	var p playerFile
	if name := tagOrNull(tags, colour); name != nil {
		last, first, both := strings.Cut(*name, ",")
		last, first = strings.TrimSpace(last), strings.TrimSpace(first)
		p.LName = &last
		if both && first != "" {
			p.FName = &first
		}
	}
	p.Title, p.Federation = tagOrNull(tags, colour+"Title"), tagOrNull(tags, colour+"Fed")
	if id, err := strconv.Atoi(tags.Get(colour + "FideId")); err == nil && id > 0 {
		p.FideID = &id
	}
	return p
}

// cloudGame ends before an illegal move that stood. The files have no key for a position,
// and their readers play the moves from the starting position with the number in chess960.
// A second game from the real position, as in PGN (GoOnAfterIllegal), would therefore be
// read as moves from that starting position. Moves after the illegal one would be read as a
// different game.
func cloudGame(g *Game) gameFile {
	f := gameFile{Live: g.Live, SerialNr: &g.Board, Chess960: startNumber(g.Parsed.Start), Clock: clockOf(g), Moves: make([]string, 0, len(g.Parsed.Moves))}
	words := map[string]string{"1-0": "WHITEWIN", "0-1": "BLACKWIN", "1/2-1/2": "DRAW"}
	if word, ok := words[g.Result()]; ok {
		f.Result = &word
	}
	at := g.Parsed.Start
	for i := range g.Parsed.Moves {
		ply := &g.Parsed.Moves[i]
		f.Moves = append(f.Moves, at.SAN(ply.Move)+cloudClock(ply))
		at = at.After(ply.Move)
	}
	return f
}

// cloudClock writes the clock after a move, from its comment, in whole seconds; the time
// left is rounded down, as on a clock's display.
func cloudClock(ply *pgn.Ply) string {
	text := ""
	if left, ok := ply.Clock(); ok {
		text = strconv.Itoa(int(left / time.Second))
	}
	if used, ok := ply.Elapsed(); ok {
		text += "+" + strconv.Itoa(int(used/time.Second))
	}
	if text == "" {
		return ""
	}
	return " " + text
}

// startNumber returns the number of a Chess960 starting position (FIDE Handbook 2018,
// guidelines II), and 518 for any other position: LiveChess sends 518 for the usual one,
// and its readers have no other way to learn the position.
func startNumber(start rules.Position) int {
	if n, ok := startNumbers()[placement(start.FEN())]; ok {
		return n
	}
	return 518
}

var startNumbers = sync.OnceValue(func() map[string]int {
	numbers := map[string]int{}
	for n := range 960 {
		if p, err := rules.Chess960Start(n); err == nil {
			numbers[placement(p.FEN())] = n
		}
	}
	return numbers
})

func tagOrNull(tags pgn.Tags, name string) *string {
	value := tags.Get(name)
	if value == "" || value == "?" || value == "-" {
		return nil
	}
	return &value
}
