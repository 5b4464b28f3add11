package feeds

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"touchmove/eventlog"
	"touchmove/rules"
	"touchmove/rules/pgn"
)

// gamePayload is the part of the topic game that feeds use.
type gamePayload struct {
	V     int    `json:"v"`
	Game  string `json:"game"`
	Seq   uint64 `json:"seq"`
	Event string `json:"event"`
	Round string `json:"round"`
	White player `json:"white"`
	Black player `json:"black"`

	Annulled []string `json:"annulled"`
	Reason   string   `json:"reason"`
}

// isAnnulled reports whether the game does not count.
func (g *gamePayload) isAnnulled() bool { return g.Reason == "annulled" }

type player struct {
	Name string `json:"name"`
}

// statePayload is the part of the topic state that feeds use.
type statePayload struct {
	V        int            `json:"v"`
	Game     string         `json:"game"`
	Seq      uint64         `json:"seq"`
	Phase    string         `json:"phase"`
	Variant  string         `json:"variant"`
	Start    string         `json:"start"`
	FEN      string         `json:"fen"`
	Matches  bool           `json:"matches"`
	Result   string         `json:"result"`
	Proposed bool           `json:"proposed"`
	Clocks   *clocksPayload `json:"clocks"`
	FirstPly int            `json:"first_ply"`
	Settled  *int           `json:"settled"` // nil if the daemon does not publish it
	Guesses  []int          `json:"guesses"`
	Moves    []struct {
		UCI string `json:"uci"`
		SAN string `json:"san"`
	} `json:"moves"`
}

// version is the version of the payloads that this package reads.
const version = 1

func parseGame(payload []byte) (g gamePayload, err error) {
	if err = json.Unmarshal(payload, &g); err == nil {
		err = known(g.V, g.Game)
	}
	g.Annulled = slices.Clone(g.Annulled[max(0, len(g.Annulled)-mostAnnulled):])
	for _, id := range g.Annulled {
		if err == nil {
			err = checkID(id)
		}
	}
	return g, err
}

func parseState(payload []byte) (s statePayload, err error) {
	if err = json.Unmarshal(payload, &s); err == nil {
		err = known(s.V, s.Game)
	}
	return s, err
}

func known(v int, game string) error {
	if v != version {
		return fmt.Errorf("version %d of the payload, and this program reads version %d: use the same version as the daemon", v, version)
	}
	return checkID(game)
}

// checkID returns an error about a text that cannot be a game's id.
func checkID(game string) error {
	if !isID(game) {
		return fmt.Errorf("%q cannot be the id of a game", game)
	}
	return nil
}

// isID reports whether a text can be a game's id, which becomes part of paths.
func isID(id string) bool {
	return len(id) >= 1 && len(id) <= 128 && strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// parseParts parses a game of a file, which may be followed by its other parts.
func parseParts(text string) (first *pgn.Game, parts int, err error) {
	for g, err := range pgn.NewReader(strings.NewReader(text)).All() {
		if err != nil {
			return nil, 0, err
		}
		if parts++; first == nil {
			first = g
		}
	}
	if first == nil {
		return nil, 0, errors.New("no game")
	}
	return first, parts, nil
}

// agree reports whether a PGN is the game of a state, up to the same move, with the players
// of the topic game. A PGN cannot contain the moves after an illegal one that stood; it
// then ends before that move.
func agree(g gamePayload, s statePayload, told *pgn.Game) bool {
	if g.Game != s.Game || len(told.Moves) > len(s.Moves) {
		return false
	}
	for _, tag := range []struct{ name, told string }{
		{"Event", g.Event}, {"Round", g.Round}, {"White", g.White.Name}, {"Black", g.Black.Name},
	} {
		if got := told.Tags.Get(tag.name); got != eventlog.TagText(tag.told) && !(tag.told == "" && got == "?") {
			return false
		}
	}
	variant, err := rules.ParseVariant(s.Variant)
	if err != nil || placement(s.Start) != placement(told.Start.FEN()) {
		return false
	}
	at := told.Start
	for i, m := range told.Moves {
		if m.Move.UCI(variant) != s.Moves[i].UCI {
			return false
		}
		if at, err = at.Play(m.Move); err != nil {
			return false
		}
	}
	if rest := s.Moves[len(told.Moves):]; len(rest) > 0 {
		if next, err := at.ParseUCI(rest[0].UCI); err == nil && at.IsLegal(next) {
			return false
		}
	}
	result, err := rules.ParseResult(s.Result)
	if err != nil {
		result = rules.Ongoing
	}
	return told.Result == result || s.Proposed && told.Result == rules.Ongoing // PGN also has a result shown by the kings
}

// placement returns the first field of a FEN: the pieces.
func placement(fen string) string {
	first, _, _ := strings.Cut(fen, " ")
	return first
}

// natural compares names in natural order: hall-2 before hall-10.
func natural(a, b string) int {
	x, y := pieces(a), pieces(b)
	for i := range min(len(x), len(y)) {
		m, errM := strconv.ParseUint(x[i], 10, 64)
		n, errN := strconv.ParseUint(y[i], 10, 64)
		c := strings.Compare(x[i], y[i])
		if errM == nil && errN == nil && m != n {
			c = 1
			if m < n {
				c = -1
			}
		}
		if c != 0 {
			return c
		}
	}
	return len(x) - len(y)
}

// pieces splits a name where digits begin or end.
func pieces(s string) (parts []string) {
	isDigit := func(c byte) bool { return c >= '0' && c <= '9' }
	from := 0
	for i := 1; i < len(s); i++ {
		if isDigit(s[i]) != isDigit(s[i-1]) {
			parts = append(parts, s[from:i])
			from = i
		}
	}
	return append(slices.Clip(parts), s[from:])
}
