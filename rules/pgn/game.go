package pgn

import (
	"fmt"
	"slices"
	"strings"

	"touchmove/rules"
)

// A Game is a game as a PGN holds it: tags, moves with comments and variations, and a result.
type Game struct {
	Tags     Tags
	Start    rules.Position // where the moves begin
	Moves    Line           // the main line
	Comments []string       // of a game without moves; otherwise comments belong to moves
	Result   rules.Result
}

// A Tag is a name and a value of a game's header, as in Event "World Championship".
type Tag struct{ Name, Value string }

// Tags are a game's tags in order.
type Tags []Tag

// Get is the value of the first tag of that name, empty if there is none.
func (t Tags) Get(name string) string {
	for _, tag := range t {
		if tag.Name == name {
			return tag.Value
		}
	}
	return ""
}

// Set changes the tag in its place, or adds it at the end.
func (t *Tags) Set(name, value string) {
	for i := range *t {
		if (*t)[i].Name == name {
			(*t)[i].Value = value
			return
		}
	}
	*t = append(*t, Tag{name, value})
}

// Delete removes every tag of that name.
func (t *Tags) Delete(name string) {
	*t = slices.DeleteFunc(*t, func(tag Tag) bool { return tag.Name == name })
}

// A Line is a sequence of moves, the main line or a variation.
type Line []Ply

// A Ply is one half-move with everything said about it.
type Ply struct {
	Move       rules.Move // NoMove, in a variation only, is a null move: the player passes
	NAGs       []NAG      // judgements, in order
	Before     []string   // comments that stand before the move
	Comments   []string   // comments after it
	Variations []Line     // what could have been played instead of this move
}

// A NAG is a Numeric Annotation Glyph, a judgement by number (PGN standard 1994, section 10).
type NAG uint8

// The glyphs written behind a move as ! and ?.
const (
	GoodMove        NAG = 1 // !
	Mistake         NAG = 2 // ?
	BrilliantMove   NAG = 3 // !!
	Blunder         NAG = 4 // ??
	InterestingMove NAG = 5 // !?
	DubiousMove     NAG = 6 // ?!
)

// NewGame makes a game from a main line. It sets the tags FEN, SetUp and Variant from start if that
// is not the initial position of standard chess, and the tag Result from the result. An illegal
// move is a *MoveError.
func NewGame(tags Tags, start rules.Position, moves []rules.Move, result rules.Result) (*Game, error) {
	g := &Game{Tags: slices.Clone(tags), Start: start, Result: result}
	p := start
	for i, m := range moves {
		next, err := p.Play(m)
		if err != nil {
			return nil, fmt.Errorf("half-move %d: %w", i+1, err)
		}
		g.Moves = append(g.Moves, Ply{Move: m})
		p = next
	}
	g.Tags.Set("Result", result.String())
	if start.Variant() == rules.Chess960 {
		g.Tags.Set("Variant", "Chess960")
	}
	if start != rules.StartPosition() {
		g.Tags.Set("SetUp", "1")
		g.Tags.Set("FEN", start.FEN())
	}
	return g, nil
}

// MainLine is the moves of the game itself, without variations.
func (g *Game) MainLine() []rules.Move {
	moves := make([]rules.Move, len(g.Moves))
	for i := range g.Moves {
		moves[i] = g.Moves[i].Move
	}
	return moves
}

// Final is the position after the main line.
func (g *Game) Final() rules.Position {
	p := g.Start
	for i := range g.Moves {
		p = p.After(g.Moves[i].Move)
	}
	return p
}

// String writes the game as PGN in export format.
func (g *Game) String() string {
	var s strings.Builder
	if err := NewWriter(&s).Write(g); err != nil {
		return err.Error()
	}
	return s.String()
}
