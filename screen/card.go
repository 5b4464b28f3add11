package screen

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"touchmove/broadcast/contract"
	"touchmove/internal/words"
	"touchmove/rules"
	"touchmove/screen/preview"
)

// pictureData is what a picture needs of a board's topics.
type pictureData struct {
	Game     string
	Event    string
	Round    *string
	Start    string
	Variant  string
	FirstPly int `json:"first_ply"`
	FEN      string
	Phase    string
	At       time.Time
	White    struct{ Name string }
	Black    struct{ Name string }
	Moves    []struct{ UCI, SAN string }
	Result   string
	Reason   *string
}

// pictureData reads a board's topics, once for each change of them: it is asked for with every page.
func (b *boardMessages) pictureData() (s pictureData, ok bool) {
	if b.parsed != nil {
		return *b.parsed, true
	}
	if json.Unmarshal([]byte(b.payloads[contract.State]), &s) != nil {
		return s, false
	}
	var game pictureData // who plays stands in the topic game, as an arbiter corrected it last
	if json.Unmarshal([]byte(b.payloads[contract.Game]), &game) == nil && game.Game == s.Game {
		s.White, s.Black, s.Event, s.Round = game.White, game.Black, game.Event, game.Round
	}
	b.parsed = &s
	return s, true
}

// count is how many moves a link shows: all, unless it names one of this game.
func (s *pictureData) count(game, ply string) int {
	n, err := strconv.Atoi(ply)
	if err != nil || game != "" && game != s.Game || n < s.FirstPly-1 || n-s.FirstPly+1 > len(s.Moves) {
		return len(s.Moves)
	}
	return n - s.FirstPly + 1
}

// speaker are the texts of a language; English where it is not spoken.
func speaker(code string) *words.Texts {
	for _, t := range words.All() {
		if t.Code == code {
			return t
		}
	}
	return words.All()[0]
}

// card says what is shown after so many moves.
func (s *pictureData) card(id string, t *words.Texts, count int) preview.Card {
	c := preview.Card{
		Event: s.Event, Place: s.place(id, t), From: rules.NoSquare, To: rules.NoSquare,
		White: preview.Player{Name: surname(s.White.Name, t.Colour(rules.White))},
		Black: preview.Player{Name: surname(s.Black.Name, t.Colour(rules.Black))},
	}
	if s.Phase != "waiting" {
		s.lay(&c, count)
	}
	over := s.Phase == "over" && s.Result != "*"
	if over {
		half := strings.Split(strings.ReplaceAll(s.Result, "1/2", "½"), "-")
		c.White.Points, c.White.Won = half[0], half[0] == "1"
		c.Black.Points, c.Black.Won = half[len(half)-1], half[len(half)-1] == "1"
	}
	switch {
	case over && count == len(s.Moves):
		c.Line = strings.Join([]string{c.White.Points, c.Black.Points}, "–")
		c.Rest = t.T(outcomeKey(s.Result, s.Reason)) + " · " + t.T("moves", "n", (s.FirstPly+len(s.Moves))/2)
	case count > 0:
		ply := s.FirstPly + count - 1
		c.Line = fmt.Sprintf("%d%s %s", (ply+1)/2, [...]string{"...", "."}[ply%2], localSAN(s.Moves[count-1].SAN, t))
		if count == len(s.Moves) && !s.At.IsZero() {
			c.Rest = t.T("asat", "t", s.At.Local().Format("15:04"))
		}
	case c.Known:
		c.Line = t.T("setup")
	default:
		c.Line = t.T("nogame")
	}
	return c
}

// place is round and board, as "Round 3 · Board 7".
func (s *pictureData) place(id string, t *words.Texts) string {
	number := strings.TrimLeft(id[len(strings.TrimRight(id, "0123456789")):], "0")
	place := id
	if number != "" {
		place = t.T("board", "n", number)
	}
	if s.Round != nil && *s.Round != "" {
		place = t.T("round", "n", *s.Round) + " · " + place
	}
	return place
}

// lay plays the first moves of the game. After an illegal move that stands, only the last
// position is known, which was told.
func (s *pictureData) lay(c *preview.Card, count int) {
	variant, err := rules.ParseVariant(s.Variant)
	if err != nil {
		variant = rules.Standard
	}
	parse := func(fen string) (rules.Position, error) {
		setup, err := rules.ParseFEN(fen)
		if err != nil {
			return rules.Position{}, err
		}
		return rules.NewPosition(setup, variant)
	}
	at, err := parse(s.Start)
	for i := 0; i < count && err == nil; i++ {
		var m rules.Move
		if m, err = at.ParseUCI(s.Moves[i].UCI); err == nil {
			c.From, c.To = m.From(), m.To()
			if m.IsCastling() {
				c.To, _ = at.CastlingTargets(m)
			}
			at = at.After(m)
		}
	}
	if err != nil {
		c.From, c.To = rules.NoSquare, rules.NoSquare
		if count < len(s.Moves) {
			return
		}
		if at, err = parse(s.FEN); err != nil {
			return
		}
	}
	c.Position, c.Known = at, true
}

// surname is what stands before the comma of "Réti, Richard".
func surname(name, otherwise string) string {
	before, _, _ := strings.Cut(name, ",")
	if before = strings.TrimSpace(before); before == "" {
		return otherwise
	}
	return before
}

// localSAN is a move with the letters of a language.
func localSAN(san string, t *words.Texts) string {
	letters := strings.Fields(t.T("pieces"))
	return strings.NewReplacer("K", letters[0], "Q", letters[1], "R", letters[2], "B", letters[3], "N", letters[4]).Replace(san)
}

// outcomeKey is the text of a result and its reason, as the page says it (src/line.ts).
func outcomeKey(result string, reason *string) string {
	why := ""
	if reason != nil {
		why = strings.NewReplacer("_", " ", "-", " ").Replace(strings.ToLower(*reason))
	}
	side := map[string]string{"1-0": "won.w", "0-1": "won.b"}[result]
	for _, w := range []struct{ has, key string }{
		{"stalemate", "draw.stalemate"}, {"agree", "draw.agreed"}, {"repetition", "draw.repetition"}, {"fifty", "draw.fifty"},
		{"seventy", "draw.seventyfive"}, {"dead", "draw.dead"}, {"", "draw"},
	} {
		if result == "1/2-1/2" && strings.Contains(why, w.has) {
			return w.key
		}
	}
	switch {
	case result == "0-0":
		return "won.both"
	case side == "":
		return "finished"
	case strings.Contains(why, "checkmate") || why == "mate":
		return side + ".mate"
	case strings.Contains(why, "resign"):
		return side + ".resign"
	case slices.Contains([]string{"flag fall", "flag", "time", "on time", "time forfeit"}, why):
		return side + ".time"
	case why == "default":
		return side + ".default"
	}
	return side
}
