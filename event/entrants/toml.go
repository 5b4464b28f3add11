package entrants

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"touchmove/eventlog"
	"touchmove/internal/strict"
	chessclock "touchmove/reconcile/clock"
)

// eventFile is the structure of an event file in TOML.
type eventFile struct {
	Event       *string       `toml:"event"`
	Site        string        `toml:"site"`
	TimeControl *string       `toml:"time_control"`
	Federation  string        `toml:"federation"`
	System      string        `toml:"system"`
	Chief       string        `toml:"chief_arbiter"`
	Deputies    []string      `toml:"deputy_arbiters"`
	TieBreaks   []string      `toml:"tie_breaks"`
	Rounds      *int64        `toml:"rounds"`
	Player      []playerTable `toml:"player"`
	Round       []roundTable  `toml:"round"`
}

type playerTable struct {
	No         *int64  `toml:"no"`
	Name       *string `toml:"name"`
	FideID     *int64  `toml:"fide_id"`
	Title      *string `toml:"title"`
	Rating     *int64  `toml:"rating"`
	Federation *string `toml:"federation"`
	Sex        *string `toml:"sex"`
	Born       any     `toml:"born"` // a date or a year
}

type roundTable struct {
	Round any         `toml:"round"` // a number or a text
	Date  any         `toml:"date"`  // a date or a text
	Time  any         `toml:"time"`  // a time of day or a text
	Game  []gameTable `toml:"game"`
	Bye   []byeTable  `toml:"bye"`
}

type byeTable struct {
	Player any    `toml:"player"` // a number or a name
	Kind   string `toml:"kind"`
}

type gameTable struct {
	Board any `toml:"board"` // an id or a number
	White any `toml:"white"` // a player's number or name
	Black any `toml:"black"`

	Result *string `toml:"result"` // for a board without touchmove
}

// reader checks an event file in TOML.
type reader struct {
	*strict.File
	players  []eventlog.Player
	entrants []Entrant // the same, with what only reports need
	byNo     map[int64]int
	byName   map[string]int
	listed   bool // the file has a list of players
}

func parseTOML(name string, text []byte) (*Event, strict.Faults) {
	var raw eventFile
	d, ok := strict.Read(name, text, strict.Options{Docs: "docs/event.md"}, &raw)
	if !ok {
		return nil, d.Faults()
	}
	r := &reader{File: d, byNo: map[int64]int{}, byName: map[string]int{}, listed: len(raw.Player) > 0}
	e := &Event{Site: raw.Site}
	r.head(e, &raw)
	for i := range raw.Player {
		r.player(&raw.Player[i], "player"+index(i))
	}
	if len(raw.Round) == 0 {
		r.Fault("round", "no round: nobody plays", "add a [[round]] with [[round.game]] tables below it")
	}
	seen := map[string]bool{}
	for i := range raw.Round {
		path := "round" + index(i)
		round := r.round(&raw.Round[i], path)
		if round.Name != "" && seen[round.Name] {
			r.Fault(path+".round", fmt.Sprintf("round: %s is there twice", round.Name), "put its games under one [[round]]")
		}
		seen[round.Name] = true
		e.Rounds = append(e.Rounds, round)
	}
	r.planned(e, raw.Rounds)
	if e.Players = r.number(); !r.listed {
		e.Players = nil
	}
	return e, r.Faults()
}

// head reads what the file says of the event as a whole: name, place, time control and officials.
func (r *reader) head(e *Event, raw *eventFile) {
	if raw.Event == nil || *raw.Event == "" {
		r.Warn("event", "event: the event has no name", `write event = "Open 2026" at the top`)
	} else {
		e.Name = *raw.Event
		r.tag("event", "event", e.Name)
	}
	r.tag("site", "site", e.Site)
	if raw.TimeControl != nil {
		control, err := chessclock.Parse(*raw.TimeControl)
		if err != nil {
			r.Fault("time_control", fmt.Sprintf("time_control: %q is not a time control", *raw.TimeControl),
				"write it as PGN does, in seconds, for example `40/5400+30:1800+30`")
		} else if e.TimeControl = *raw.TimeControl; control.Known() {
			e.TimeControl, _ = control.PGN()
		}
		if says, meant, ok := chessclock.MeantInMinutes(*raw.TimeControl); ok {
			r.Warn("time_control", fmt.Sprintf("time_control: %q is %s: it is in seconds", *raw.TimeControl, says), "for minutes write `"+meant+"`")
		}
		r.tag("time_control", "time_control", e.TimeControl)
	}
	e.Officials = Officials{Federation: raw.Federation, System: raw.System, Chief: raw.Chief, Deputies: raw.Deputies}
	if raw.Federation != "" && !isFederation(raw.Federation) {
		r.Fault("federation", fmt.Sprintf("federation: %q is not a federation code", raw.Federation), "write FIDE's three letters, for example `POL`")
	}
	for key, text := range map[string]string{"system": raw.System, "chief_arbiter": raw.Chief} {
		r.tag(key, key, text)
	}
	for _, text := range raw.Deputies {
		r.tag("deputy_arbiters", "deputy_arbiters", text)
	}
	r.tieBreaks(e, raw.TieBreaks)
}

// planned checks the number of rounds of the whole event.
func (r *reader) planned(e *Event, rounds *int64) {
	if rounds == nil {
		return
	}
	if *rounds < int64(len(e.Rounds)) || *rounds > maxRounds {
		r.Fault("rounds", fmt.Sprintf("rounds: %d, and the file has %d", *rounds, len(e.Rounds)), fmt.Sprintf("write how many rounds the whole event has, at most %d, or remove it", maxRounds))
		return
	}
	e.Planned = int(*rounds)
}

func (r *reader) tag(path, key, text string) {
	if !isTag(text) {
		r.Fault(path, key+": it does not fit into a PGN tag", "write up to 255 bytes on one line")
	}
}

// tieBreakCodes are the codes of FIDE's Tie-Break Regulations (Handbook, C.07) that the
// standings support; package tournament computes them.
var tieBreakCodes = []string{"DE", "WIN", "WON", "BPG", "BWG", "PS", "BH", "BH-C1", "SB", "ARO"}

func (r *reader) tieBreaks(e *Event, codes []string) {
	for i, code := range codes {
		path := "tie_breaks" + index(i)
		switch {
		case !slices.Contains(tieBreakCodes, code):
			r.Fault(path, fmt.Sprintf("tie_breaks: %q is not a known tie-break", code), "write codes of FIDE's Tie-Break Regulations: "+strings.Join(tieBreakCodes, ", "))
		case slices.Contains(codes[:i], code):
			r.Fault(path, fmt.Sprintf("tie_breaks: %s is there twice", code), "name each once, the most important first")
		}
	}
	e.TieBreaks = codes
}

func (r *reader) player(raw *playerTable, path string) {
	var p eventlog.Player
	n := len(r.players)
	if raw.Name == nil || strings.TrimSpace(*raw.Name) == "" {
		r.Fault(path+".name", "player: no name", `write name = "Surname, First name"`)
	} else {
		p.Name = *raw.Name
		r.tag(path+".name", "name", p.Name)
		if _, ok := r.byName[p.Name]; ok {
			r.byName[p.Name] = -1 // the name occurs twice: players are named by number
		} else {
			r.byName[p.Name] = n
		}
	}
	if raw.No != nil {
		if other, ok := r.byNo[*raw.No]; ok {
			r.Fault(path+".no", fmt.Sprintf("no: %d is already %s", *raw.No, r.players[other].Name), "give each player a number of their own")
		}
		r.byNo[*raw.No] = n
	}
	if raw.FideID != nil {
		if *raw.FideID < 1 || *raw.FideID > maxFideID {
			r.Fault(path+".fide_id", fmt.Sprintf("fide_id: %d is not a FIDE id", *raw.FideID), "write the number of the player's page at ratings.fide.com, or remove it")
		} else if i := slices.IndexFunc(r.players, func(q eventlog.Player) bool { return q.FideID == int(*raw.FideID) }); i >= 0 {
			r.Fault(path+".fide_id", fmt.Sprintf("fide_id: %d is already %s", *raw.FideID, r.players[i].Name), "nobody shares a FIDE id: correct one of the two")
		} else {
			p.FideID = int(*raw.FideID)
		}
	}
	if raw.Title != nil && *raw.Title != "" {
		var ok bool
		if p.Title, ok = tidyTitle(*raw.Title); !ok {
			r.Fault(path+".title", fmt.Sprintf("title: %q is not a title", *raw.Title), "write one of "+strings.Join(titles, ", ")+", or remove it")
		}
	}
	if raw.Rating != nil {
		if *raw.Rating < 0 || *raw.Rating > maxRating {
			r.Fault(path+".rating", fmt.Sprintf("rating: %d is not a rating", *raw.Rating), fmt.Sprintf("write 1 to %d, or remove it", maxRating))
		}
		p.Rating = int(*raw.Rating)
	}
	if raw.Federation != nil {
		if p.Federation = *raw.Federation; !isFederation(p.Federation) {
			r.Fault(path+".federation", fmt.Sprintf("federation: %q is not a federation code", p.Federation), "write FIDE's three letters, for example `POL`")
		}
	}
	r.players = append(r.players, p)
	r.entrants = append(r.entrants, r.entrant(raw, p, path))
}

var threeLetters = regexp.MustCompile(`^[A-Z]{3}$`)

func isFederation(text string) bool { return threeLetters.MatchString(text) }

var dateForm = regexp.MustCompile(`^[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$`)

func (r *reader) round(raw *roundTable, path string) Round {
	round := Round{Name: r.roundName(raw.Round, path)}
	r.when(raw, path, &round)
	if len(raw.Game) == 0 {
		r.Fault(path, "round: it has no games", "add a [[round.game]] with board, white and black for each board")
	}
	boards, seats := map[string]bool{}, map[int]string{}
	for i := range raw.Game {
		round.Games = append(round.Games, r.game(&raw.Game[i], path+".game"+index(i), boards, seats))
	}
	for i := range raw.Bye {
		if b, ok := r.bye(raw.Bye[i], path+".bye"+index(i), seats); ok {
			round.Byes = append(round.Byes, b)
		}
	}
	return round
}

// roundName reads the number of a round, which may also be a name.
func (r *reader) roundName(raw any, path string) (name string) {
	switch v := raw.(type) {
	case int64:
		name = strconv.FormatInt(v, 10)
		if v < 1 || v > maxRounds {
			r.Fault(path+".round", fmt.Sprintf("round: %d", v), fmt.Sprintf("write 1 to %d", maxRounds))
		}
	case string:
		if name = strings.TrimSpace(v); name == "" {
			r.Fault(path+".round", "round: its name is empty", "write its number, as in round = 3")
		}
		r.tag(path+".round", "round", name)
	case nil:
		r.Fault(path, "round: no number", "write round = 3 below [[round]]")
	default:
		r.Fault(path+".round", "round: it is not a number", "write its number, as in round = 3")
	}
	return name
}

// when reads the date and the time of a round.
func (r *reader) when(raw *roundTable, path string, round *Round) {
	if raw.Date != nil {
		if round.Date = fmt.Sprint(raw.Date); !dateForm.MatchString(round.Date) {
			r.Fault(path+".date", fmt.Sprintf("date: %q is not a date", round.Date), "write it as 2026-11-21")
		}
	}
	if raw.Time != nil {
		var ok bool
		if round.Time, ok = tidyClock(fmt.Sprint(raw.Time)); !ok {
			r.Fault(path+".time", fmt.Sprintf("time: %q is not a time", fmt.Sprint(raw.Time)), "write it as \"15:00\", or with the zone of the place as \"15:00+01:00\"")
		} else if round.Date == "" {
			r.Warn(path+".time", "time: the date is missing", "write date = 2026-11-21 beside it")
		}
	}
}

// game reads a game. boards and seats are the boards that the games before it have taken, and where
// their players sit.
func (r *reader) game(raw *gameTable, at string, boards map[string]bool, seats map[int]string) Game {
	g := Game{Board: r.board(raw.Board, at)}
	if g.Board != "" && boards[g.Board] {
		r.Fault(at+".board", fmt.Sprintf("board: %s is there twice in this round", g.Board), "give each game a board of its own")
	}
	boards[g.Board] = true
	for _, side := range []struct {
		key  string
		raw  any
		into *eventlog.Player
	}{{"white", raw.White, &g.White}, {"black", raw.Black, &g.Black}} {
		n := r.seat(side.raw, at, side.key)
		if n < 0 {
			continue
		}
		*side.into = r.players[n]
		if other := seats[n]; other != "" {
			r.Fault(at+"."+side.key, fmt.Sprintf("%s: %s already %s in this round", side.key, r.players[n].Name, other), "nobody plays twice in a round: correct one of the two; in a match give each game a round of its own, such as 1.1 and 1.2")
		}
		seats[n] = "plays at board " + g.Board
		if g.Board == "" {
			seats[n] = "plays another game"
		}
	}
	if raw.Result != nil {
		if g.Result = *raw.Result; !slices.Contains(resultWords, g.Result) {
			r.Fault(at+".result", fmt.Sprintf("result: %q is not a result", g.Result), "write one of "+strings.Join(resultWords, ", ")+" (F: by forfeit), for a board that is not recorded")
		}
	}
	return g
}

func (r *reader) board(raw any, path string) string {
	board := ""
	switch v := raw.(type) {
	case string:
		board = v
	case int64:
		board = strconv.FormatInt(v, 10)
	case nil:
		r.Fault(path, "game: no board", `write board = "hall-7", the board's id, or the number that ends it`)
		return ""
	}
	if !isBoard(board) || board[0] == '-' {
		r.Fault(path+".board", fmt.Sprintf("board: %q cannot be a board", fmt.Sprint(raw)), "write the board's id, for example `hall-7`, or the number that ends it")
		return ""
	}
	return board
}

// seat finds a player by number or name, and returns -1 if there is none.
func (r *reader) seat(raw any, path, key string) int {
	switch v := raw.(type) {
	case int64:
		if n, ok := r.byNo[v]; ok {
			return n
		}
		if !r.Spoilt("player") { // else the number may be that of a player who could not be read
			r.Fault(path+"."+key, fmt.Sprintf("%s: no player has the number %d", key, v), "write no = under the player, or their name here")
		}
		return -1
	case string:
		n, ok := r.byName[v]
		switch {
		case ok && n >= 0:
			return n
		case ok:
			r.Fault(path+"."+key, fmt.Sprintf("%s: there are two players called %s", key, v), "write no = under both, and the number here")
			return -1
		case r.listed && r.Spoilt("player"):
			return -1 // it may be the name of a player who could not be read
		case r.listed || strings.TrimSpace(v) == "":
			remedy := "the players are listed under [[player]]"
			if near := strict.Nearest(v, r.names()); near != "" {
				remedy = "did you mean `" + near + "`?"
			}
			r.Fault(path+"."+key, fmt.Sprintf("%s: %q is not among the players", key, v), remedy)
			return -1
		}
		r.tag(path+"."+key, key, v)
		r.players = append(r.players, eventlog.Player{Name: v})
		r.byName[v] = len(r.players) - 1
		return len(r.players) - 1
	case nil:
		r.Fault(path+"."+key, "game: nobody plays "+key, "write "+key+" = 5, a player's number, or a name in quotes")
	default:
		r.Fault(path+"."+key, key+": it is neither a number nor a name", "write "+key+" = 5, a player's number, or a name in quotes")
	}
	return -1
}

func (r *reader) names() []string {
	var names []string
	for _, p := range r.players {
		names = append(names, p.Name)
	}
	return names
}

func index(i int) string { return "[" + strconv.Itoa(i) + "]" }
