package feeds

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"touchmove/rules"
)

// eboard is one board in the answer to the call eboards.
type eboard struct {
	SerialNr string     `json:"serialnr"`
	Source   *string    `json:"source"`
	State    *string    `json:"state"` // ACTIVE, INACTIVE, NOTRESPONDING, DELAYED; null if unknown
	Battery  *string    `json:"battery"`
	Comment  *string    `json:"comment"`
	Board    *string    `json:"board"` // the first field of a FEN
	Flipped  bool       `json:"flipped"`
	Clock    *clockFile `json:"clock"`
}

// eboardEvent is one message of the feed eboardevent. Values that have not changed are
// omitted.
type eboardEvent struct {
	SerialNr string          `json:"serialnr"`
	Flipped  bool            `json:"flipped"`
	Board    *string         `json:"board,omitempty"`
	Clock    json.RawMessage `json:"clock,omitempty"`
	Start    *string         `json:"start,omitempty"`
	SAN      *[]string       `json:"san,omitempty"`
	Match    *bool           `json:"match,omitempty"`
}

// named returns the snapshot with only the boards of this serial number, or with all if it
// is empty.
func (s Snapshot) named(only string) Snapshot {
	if only == "" {
		return s
	}
	all := s.Boards
	s.Boards = slices.DeleteFunc(slices.Clone(all), func(b Board) bool {
		return serial(b, all) != only && b.Name != only && b.Event+"/"+b.Name != only
	})
	return s
}

// serial returns a board's serial number: its name, preceded by the event if two events
// have a board of that name.
func serial(b Board, all []Board) string {
	for _, other := range all {
		if other.Name == b.Name && other.Event != b.Event {
			return b.Event + "/" + b.Name
		}
	}
	return b.Name
}

// eboards lists the boards about which something is known.
func eboards(s Snapshot) []eboard {
	list := []eboard{}
	source := "touchmove"
	for _, b := range s.Boards {
		e := eboard{SerialNr: serial(b, s.Boards), Source: &source, Clock: clockOf(b.Game)}
		state := map[string]string{"online": "ACTIVE", "degraded": "ACTIVE", "offline": "NOTRESPONDING"}[b.Availability]
		if !s.Connected {
			state = "NOTRESPONDING"
		}
		if state != "" {
			e.State = &state
		}
		if b.FEN != "" {
			pieces := without(placement(b.FEN), b.Lifted)
			e.Board = &pieces
		}
		if comment := players(b.Game); comment != "" {
			e.Comment = &comment
		}
		list = append(list, e)
	}
	return list
}

// players names both players, or returns "" if neither is known.
func players(g *Game) string {
	if g == nil {
		return ""
	}
	white, black := tagOrNull(g.Parsed.Tags, "White"), tagOrNull(g.Parsed.Tags, "Black")
	if white == nil || black == nil {
		return ""
	}
	return *white + " - " + *black
}

// view is one subscription to the feed eboardevent: a board, from the position at which its
// program told LiveChess to start.
type view struct {
	event, board string
	serial       string
	flipped      bool
	start        string // FEN set up by the program; "" before
	game         string // the game in which start was found; "" if it was not found
	ply          int    // moves of the game before start
	beyond       bool   // start comes after an illegal move that stood
	sent         *eboardEvent
}

// follow returns what to send after a change, in this order. If several moves became known
// at once, each is sent by itself: programs take a message with two moves at their player's
// turn for a mistake.
func (v *view) follow(s Snapshot) (list []*eboardEvent) {
	for _, b := range s.Boards {
		if b.Event != v.event || b.Name != v.board {
			continue
		}
		now := v.whole(b)
		for _, step := range v.between(now) {
			list = append(list, v.since(step))
		}
		if last := v.since(now); last != nil {
			list = append(list, last)
		}
	}
	return list
}

// between returns the board's descriptions after each move but the last, if several moves
// were added to those already sent.
func (v *view) between(now *eboardEvent) (steps []*eboardEvent) {
	before := v.sent
	if before == nil || before.SAN == nil || now.SAN == nil || *before.Start != *now.Start || len(*now.SAN) < len(*before.SAN) || !slices.Equal((*now.SAN)[:len(*before.SAN)], *before.SAN) {
		return nil
	}
	match := false
	for n := len(*before.SAN) + 1; n < len(*now.SAN); n++ {
		san := (*now.SAN)[:n]
		step := *before
		step.SAN, step.Match = &san, &match
		steps = append(steps, &step)
	}
	return steps
}

// whole describes the whole board.
func (v *view) whole(b Board) *eboardEvent {
	e := &eboardEvent{SerialNr: v.serial, Flipped: v.flipped}
	if b.FEN != "" {
		pieces := without(placement(b.FEN), b.Lifted)
		if v.flipped {
			pieces = turned(pieces)
		}
		e.Board = &pieces
	}
	e.Clock, _ = json.Marshal(clockOf(b.Game)) // cannot fail: these are plain numbers
	if v.start == "" {
		return e
	}
	v.locate(b)
	san, match := []string{}, b.Matches && v.game != "" && b.Lifted == 0
	if v.game != "" {
		for _, m := range b.Moves[min(v.ply, len(b.Moves)):] {
			san = append(san, m.SAN)
		}
	}
	e.Start, e.SAN, e.Match = &v.start, &san, &match
	return e
}

// locate finds the starting position in the game, at its last occurrence. It keeps the
// place as long as the game has that position there, so that a later repetition does not
// remove moves. After an illegal move that stood only the current position is known.
func (v *view) locate(b Board) {
	line := positions(b)
	if v.game != "" && v.game == b.Playing && v.ply < len(line) && samePlacement(line[v.ply], v.start) {
		return
	}
	if v.game != "" && v.game == b.Playing && v.beyond && v.ply >= len(line) && v.ply <= b.Plies {
		return
	}
	v.beyond = false
	v.game, v.ply = "", 0
	for i := len(line) - 1; i >= 0; i-- {
		if samePlacement(line[i], v.start) {
			v.game, v.ply = b.Playing, i
			return
		}
	}
	if len(line) <= len(b.Moves) && samePlacement(b.FEN, v.start) {
		v.game, v.ply, v.beyond = b.Playing, b.Plies, true
	}
}

// positions returns the FENs before each move of the game, and the current one.
func positions(b Board) []string {
	variant, err := rules.ParseVariant(b.Variant)
	if err != nil {
		return nil
	}
	setup, err := rules.ParseFEN(b.Start)
	if err != nil {
		return nil
	}
	at, err := rules.NewPosition(setup, variant)
	if err != nil {
		return nil
	}
	line := []string{at.FEN()}
	for _, m := range b.Moves {
		move, err := at.ParseUCI(m.UCI)
		if err != nil {
			return line // after an illegal move that stood, moves cannot be replayed
		}
		at = at.After(move)
		line = append(line, at.FEN())
	}
	return line
}

// samePlacement reports whether two FENs have the same pieces and the same side to move.
func samePlacement(a, b string) bool {
	x, y := strings.Fields(a), strings.Fields(b)
	return len(x) > 1 && len(y) > 1 && x[0] == y[0] && x[1] == y[1]
}

// since omits what was sent before, and returns nil if nothing is left. Moves are sent only
// if they have changed: some programs play the last one again.
func (v *view) since(now *eboardEvent) *eboardEvent {
	before := v.sent
	v.sent = now
	if before == nil {
		return now
	}
	if reflect.DeepEqual(before, now) {
		return nil
	}
	news := *now
	if before.Board != nil && now.Board != nil && *before.Board == *now.Board {
		news.Board = nil
	}
	if string(before.Clock) == string(now.Clock) {
		news.Clock = nil
	}
	if before.SAN != nil && now.SAN != nil && *before.Start == *now.Start && slices.Equal(*before.SAN, *now.SAN) {
		news.Start, news.SAN = nil, nil
	}
	return &news
}

// turned returns the first field of a FEN for the board turned by 180 degrees.
func turned(pieces string) string {
	b := []byte(pieces)
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
	return string(b)
}
