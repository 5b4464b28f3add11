package broadcast_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"touchmove/broadcast"
	"touchmove/eventlog"
	"touchmove/reconcile"
	"touchmove/rules"
)

// story invents the events of a game, and knows the truth. It is the history that the
// publishers of these tests read.
type story struct {
	*broadcast.Log

	game  string
	seq   uint64
	dice  *rand.Rand
	now   func() time.Time // time of publication; nil uses the story's own time
	line  []rules.Position // before each move, and the last
	moves []string
}

var began = time.Date(2026, 11, 21, 18, 22, 0, 123e6, time.UTC)

func newStory(seed uint64) *story {
	s := &story{Log: broadcast.NewLog(), dice: rand.New(rand.NewPCG(seed, 1))}
	s.begin("hall-7-20261121t182200123z-1")
	return s
}

// begin sets up the next game, with an id, and starts it.
func (s *story) begin(game string) {
	s.game, s.seq, s.line, s.moves = game, 0, []rules.Position{rules.StartPosition()}, nil
	s.tell(eventlog.Opened{Start: rules.StartFEN, Laws: rules.FIDE2009, Pairing: eventlog.Pairing{
		Event: "Open 2026", Round: "3", White: eventlog.Player{Name: "Żółć, Anna", FideID: 1100211, Rating: 2101, Title: "WFM"},
	}})
	s.tell(reconcile.Started{FEN: rules.StartFEN})
}

// gameID returns the id of the nth game.
func gameID(n int) string { return fmt.Sprintf("hall-7-20261121t%09dz-1", 182300123+n) }

// goBack annuls the current game and returns to an earlier one, all of which is published
// again, as by the daemon when a new-game is undone. It returns the id of the annulled
// game.
func (s *story) goBack(game string) (annulled string) {
	annulled = s.game
	s.tell(reconcile.Annulled{})
	var again []eventlog.Entry
	all, _ := s.From(0)
	for i, t := range all {
		if t.Game != game {
			continue
		}
		if _, opens := t.What.(eventlog.Opened); opens && i > 0 && all[i-1].Game != game {
			again = nil
		}
		again = append(again, t)
	}
	s.Append(again...)
	s.game, s.line, s.moves = game, []rules.Position{rules.StartPosition()}, nil
	var state eventlog.State
	for _, t := range again {
		state.Apply(t)
	}
	s.seq = state.Seq
	for _, m := range state.Moves {
		s.line, s.moves = append(s.line, s.line[len(s.line)-1].After(m.Move)), append(s.moves, m.UCI)
	}
	s.tell(reconcile.Resumed{FEN: s.fen(), Annulled: annulled, Begun: true})
	s.tell(eventlog.Annuls{Game: annulled})
	return annulled
}

// Follow implements broadcast.Source.
func (s *story) Follow() *broadcast.Cursor { return s.Log.Follow(0) }

func (s *story) tell(w reconcile.What) {
	if _, ok := w.(eventlog.Opened); !ok {
		s.seq++
	}
	at := time.Duration(s.seq) * 1500 * time.Millisecond
	moment := began.Add(at)
	if s.now != nil {
		moment = s.now()
	}
	s.Append(eventlog.Entry{
		Game: s.game, Seq: s.seq, Time: moment, Event: reconcile.Event{At: at, Seq: s.seq, Game: 1, What: w},
	})
}

// goOn publishes the next events: a touch and a move, sometimes an amendment or a retracted
// move.
func (s *story) goOn() {
	at := s.line[len(s.line)-1]
	legal := at.LegalMoves(nil)
	chance := s.dice.IntN(20)
	switch {
	case len(legal) == 0 || chance == 0 && len(s.moves) > 0:
		ply := len(s.moves)
		s.line, s.moves = s.line[:ply], s.moves[:ply-1]
		s.tell(reconcile.Retracted{Ply: ply})
	case chance == 1 && len(s.moves) > 0:
		ply := len(s.moves)
		was := s.moves[ply-1]
		s.line, s.moves = s.line[:ply], s.moves[:ply-1]
		before := s.line[ply-1]
		again := before.LegalMoves(nil)
		s.tell(reconcile.Amended{Made: s.make(again[s.dice.IntN(len(again))]), Was: was})
	default:
		m := legal[s.dice.IntN(len(legal))]
		s.tell(reconcile.Touched{Square: m.From(), Piece: at.At(m.From()), By: at.Turn()})
		s.tell(s.make(m))
	}
}

func (s *story) make(m rules.Move) reconcile.Made {
	before := s.line[len(s.line)-1]
	after := before.After(m)
	s.line = append(s.line, after)
	s.moves = append(s.moves, m.UCI(rules.Standard))
	return reconcile.Made{
		Ply: len(s.moves), Move: m, UCI: m.UCI(rules.Standard), SAN: before.SAN(m), FEN: after.FEN(), By: before.Turn(),
		Released: time.Duration(s.seq) * 1500 * time.Millisecond, Confidence: 0.99,
	}
}

// truth returns the moves of the current game.
func (s *story) truth() []string { return slices.Clone(s.moves) }

// sans returns the game's last moves, as in its PGN.
func (s *story) sans() string {
	n := len(s.moves)
	m, err := s.line[n-1].ParseUCI(s.moves[n-1])
	if err != nil {
		panic(err)
	}
	return s.line[n-1].SAN(m)
}

func (s *story) fen() string { return s.line[len(s.line)-1].FEN() }
