// Package site makes the pages of an event as files: pairings and results of every round,
// standings, the crosstable, and every game. The screen's event pages show them, from any
// web server or content delivery network, without asking a daemon.
package site

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"touchmove/event/entrants"
	"touchmove/event/tournament"
	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/rules"
)

// Version is the version of the files, their key "v".
const Version = 1

// Game is a recorded game, finished or in its current state.
type Game struct {
	ID      string // of the game, as on every topic
	Event   string // the topic level of its event
	Board   string // the board's id
	State   eventlog.State
	Payload json.RawMessage // its payload of the topic state
	PGN     string
}

// Event is the content of the file event.json.
type Event struct {
	V           int      `json:"v"`
	Name        string   `json:"name"`
	Site        string   `json:"site,omitempty"`
	TimeControl string   `json:"time_control,omitempty"`
	Arbiter     string   `json:"arbiter,omitempty"`
	Players     []Player `json:"players"` // in the order of their numbers
	Rounds      []Round  `json:"rounds"`
	Planned     int      `json:"planned,omitempty"` // rounds of the whole event; 0 if that is not known
	Table       Table    `json:"table"`
	PGN         string   `json:"pgn,omitempty"` // file with all games; empty if there is none yet
	TRF         string   `json:"trf,omitempty"` // file of the report for FIDE and for pairing programs; empty if the event does not fit the format
}

// Player is one of the entrants.
type Player struct {
	No int `json:"no"`
	eventlog.Player
	PGN string `json:"pgn,omitempty"` // file with the player's games; empty if there is none yet
}

// Round is one round.
type Round struct {
	Name     string    `json:"name"`
	Date     string    `json:"date,omitempty"`      // as 2026-11-21
	StartsAt string    `json:"starts_at,omitempty"` // RFC 3339, UTC
	Pairings []Pairing `json:"games"`
	Byes     []Bye     `json:"byes,omitempty"`
}

// Pairing is a game of a round, with the players' numbers.
type Pairing struct {
	Board  string    `json:"board"`
	White  int       `json:"white"`
	Black  int       `json:"black"`
	Points [2]string `json:"points"` // White's and Black's before the round, as 2½
	// Result is as in PGN; empty if there is none yet.
	Result  string `json:"result,omitempty"`
	Forfeit bool   `json:"forfeit,omitempty"`
	Reason  string `json:"reason,omitempty"`
	Plies   int    `json:"plies,omitempty"`
	Playing bool   `json:"playing,omitempty"` // begun, and no result yet
	Game    string `json:"game,omitempty"`    // id of the game, whose files are games/<id>.json and games/<id>.pgn
	At      string `json:"at,omitempty"`      // the board's topic level, if the game is recorded
	Event   string `json:"event,omitempty"`   // and the level of its event, as two events can have a board of that name
}

// Bye is a player who does not play in a round: half, full, pairing or zero.
type Bye struct {
	Player int    `json:"player"`
	Kind   string `json:"kind"`
}

// Table is the crosstable, in the order of the standings.
type Table struct {
	Rounds    []string `json:"rounds"`     // the rounds counted, by name
	Playing   int      `json:"playing"`    // games of these rounds without a result so far
	TieBreaks []string `json:"tie_breaks"` // FIDE's codes, in the order in which they break ties
	Columns   []string `json:"columns"`    // the tie-breaks for which lines have a value
	Lines     []Line   `json:"lines"`
}

// Line is a player of the table.
type Line struct {
	Rank   int      `json:"rank"`
	No     int      `json:"no"`
	Points string   `json:"points"`
	Ties   []string `json:"ties"`  // one value per column
	Cells  []Cell   `json:"cells"` // one per round
}

// Cell is what a player did in a round.
type Cell struct {
	Opponent int    `json:"opponent,omitempty"` // starting number
	Rank     int    `json:"rank,omitempty"`     // of the opponent
	White    bool   `json:"white,omitempty"`
	Points   string `json:"points,omitempty"` // empty if there is no result yet
	Unplayed bool   `json:"unplayed,omitempty"`
}

// Files are all files of an event: contents by path, with slashes.
type Files map[string][]byte

// Build makes the files of an event from its event file and its recorded games. A game
// belongs to the pairing with its round and players; if several were begun, the last one
// counts. The error names a pairing with a player who is not among the entrants.
func Build(e *entrants.Event, games []Game, zone *time.Location) (Files, error) {
	filed := make([]tournament.Filed, len(games))
	by := map[string]*Game{}
	for i := range games {
		g := &games[i]
		s := &g.State
		filed[i] = tournament.Filed{Journal: g.ID, Pairing: s.Opened.Pairing, Played: reconcile.Played{Begun: s.Phase != eventlog.Waiting, Ply: s.Ply(), Result: resultOf(s), Reason: s.Result.Reason}}
		by[g.ID] = g
	}
	results, err := tournament.Collect(e, filed)
	if err != nil {
		return nil, err
	}
	event := Event{V: Version, Name: e.Name, Site: e.Site, TimeControl: e.TimeControl, Arbiter: e.Chief, Players: []Player{}, Rounds: []Round{}, Planned: planned(e)}
	for _, p := range e.Players {
		event.Players = append(event.Players, Player{No: p.No, Player: p.Player})
	}
	files := Files{}
	for n := range results.Rounds {
		event.Rounds = append(event.Rounds, roundOf(e, results, n, by, files, zone))
	}
	event.Table = tableOf(results, event.Rounds)
	var all []Pairing
	for _, r := range event.Rounds {
		all = append(all, r.Pairings...)
	}
	if text := gamesPGN(all, by); text != "" {
		event.PGN = "games.pgn"
		files[event.PGN] = []byte(text)
	}
	for i := range event.Players {
		p := &event.Players[i]
		if text := gamesPGN(pairingsOf(p.No, all), by); text != "" {
			p.PGN = "players/" + strconv.Itoa(p.No) + ".pgn"
			files[p.PGN] = []byte(text)
		}
	}
	var report bytes.Buffer
	if results.TRF(&report) == nil {
		event.TRF = "event.trf"
		files[event.TRF] = report.Bytes()
	}
	return files, files.add("event.json", event)
}

// planned returns the number of rounds of the whole event, or 0 if the event file does not
// say. A round robin has those in the file.
func planned(e *entrants.Event) int {
	if e.Planned == 0 && tournament.IsRoundRobin(e) {
		return len(e.Rounds)
	}
	return e.Planned
}

// pairingsOf returns those of the pairings in which a player plays.
func pairingsOf(no int, all []Pairing) []Pairing {
	return slices.DeleteFunc(slices.Clone(all), func(p Pairing) bool { return p.White != no && p.Black != no })
}

// resultOf returns the result that counts: * until it has been declared or shown on the
// board.
func resultOf(s *eventlog.State) string {
	if s.Result.Proposed {
		return rules.Ongoing.String()
	}
	return s.Result.Result
}

func roundOf(e *entrants.Event, results *tournament.Results, n int, by map[string]*Game, files Files, zone *time.Location) Round {
	from := &results.Rounds[n]
	r := Round{Name: from.Name, Date: from.Date, Pairings: []Pairing{}}
	if at, known := e.Rounds[n].Starts(zone); known {
		r.StartsAt = at.UTC().Format(time.RFC3339)
	}
	before := map[int]tournament.Half{}
	if n > 0 {
		for _, l := range results.Standings(n) {
			before[l.Player.No] = l.Points
		}
	}
	for i := range from.Games {
		g := &from.Games[i]
		p := Pairing{
			Board: g.Board, White: g.Players[rules.White].No, Black: g.Players[rules.Black].No,
			Points: [2]string{before[g.Players[rules.White].No].String(), before[g.Players[rules.Black].No].String()},
			Result: written(g.Outcome), Forfeit: g.Outcome.Forfeit, Reason: g.Outcome.Reason,
		}
		if g.Filed != nil {
			p.add(by[g.Filed.Journal], files)
		}
		r.Pairings = append(r.Pairings, p)
	}
	for _, b := range from.Byes {
		if who, ok := e.Find(b.Player); ok {
			r.Byes = append(r.Byes, Bye{who.No, map[entrants.ByeKind]string{entrants.HalfBye: "half", entrants.FullBye: "full", entrants.PairingBye: "pairing", entrants.ZeroBye: "zero"}[b.Kind]})
		}
	}
	if text := gamesPGN(r.Pairings, by); text != "" {
		files["round-"+level(r.Name)+".pgn"] = []byte(text)
	}
	return r
}

// add enters what is known of a recorded game, and the game's own files.
func (p *Pairing) add(g *Game, files Files) {
	p.At, p.Event, p.Plies = g.Board, g.Event, g.State.Ply()
	p.Playing = p.Result == "" && g.State.Phase == eventlog.Playing && p.Plies > 0
	if p.Plies == 0 {
		return
	}
	p.Game = g.ID
	files["games/"+g.ID+".json"] = append(g.Payload[:len(g.Payload):len(g.Payload)], '\n')
	files["games/"+g.ID+".pgn"] = []byte(g.PGN)
}

// tableOf returns the table after the last round that has a result.
func tableOf(results *tournament.Results, rounds []Round) Table {
	n := 0
	for i := range rounds {
		for _, p := range rounds[i].Pairings {
			if p.Result != "" {
				n = i + 1
			}
		}
	}
	t := Table{Rounds: []string{}, TieBreaks: []string{}, Columns: []string{}, Lines: []Line{}}
	for _, r := range rounds[:n] {
		t.Rounds = append(t.Rounds, r.Name)
		for _, p := range r.Pairings {
			if p.Result == "" {
				t.Playing++
			}
		}
	}
	table := results.After(max(n, 1))
	for _, b := range table.TieBreaks {
		t.TieBreaks = append(t.TieBreaks, string(b))
	}
	for _, b := range table.Columns() {
		t.Columns = append(t.Columns, string(b))
	}
	for _, l := range table.Lines {
		line := Line{Rank: l.Rank, No: l.Player.No, Points: l.Points.String(), Ties: []string{}, Cells: []Cell{}}
		for _, b := range table.Columns() {
			line.Ties = append(line.Ties, l.Tie(b).Text())
		}
		if n > 0 {
			for _, c := range l.Results {
				line.Cells = append(line.Cells, cellOf(c))
			}
		}
		t.Lines = append(t.Lines, line)
	}
	return t
}

func cellOf(c tournament.Cell) Cell {
	cell := Cell{Opponent: c.Opponent, Rank: c.Rank, White: c.Opponent != 0 && c.Colour == rules.White}
	if c.Result != ' ' {
		cell.Points = c.Points.String()
	}
	switch c.Result {
	case '1', '=', '0', ' ':
	default:
		cell.Unplayed = true
	}
	return cell
}
