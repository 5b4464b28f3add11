package feeds_test

import (
	"strings"
	"testing"
	"time"

	"touchmove/broadcast/broadcasttest"
	"touchmove/broadcast/feeds"
	"touchmove/reconcile"
	"touchmove/rules"
)

// LiveChess shows a piece in a player's hand off the board, until it is put back or the
// move is made. This includes both pieces of a capture.
func TestLiveChessLifted(t *testing.T) {
	b := newTable("hall-7")
	b.open(pairing("3", "A", "B"), rules.StartPosition())
	b.start()
	h := &hall{broker: broadcasttest.NewMosquitto(t), hub: feeds.NewHub(base, nil, quiet, feeds.ShowLifted())}
	listen(t, h, "open-2026", b)
	conn := dialLiveChess(t, feeds.NewLiveChess(h.hub, func() time.Time { return noon }, quiet))
	if err := conn.WriteMessage(1, []byte(`{"id":2,"call":"subscribe","param":{"feed":"eboardevent","id":1,"param":{"serialnr":"hall-7"}}}`)); err != nil {
		t.Fatal(err)
	}
	var heard []string
	hear := func(want string) {
		t.Helper()
		for len(heard) == 0 || heard[len(heard)-1] != want {
			var m struct {
				Param struct{ Board *string }
			}
			if err := conn.ReadJSON(&m); err != nil {
				t.Fatalf("%v, before %s, after\n%s", err, want, strings.Join(heard, "\n"))
			}
			if m.Param.Board != nil {
				heard = append(heard, *m.Param.Board)
			}
		}
	}
	lift := func(square string, piece rules.Piece) {
		t.Helper()
		sq, err := rules.ParseSquare(square)
		if err != nil {
			t.Fatal(err)
		}
		b.tell(reconcile.Touched{Square: sq, Piece: piece, By: b.at.Turn()})
	}
	hear("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	lift("g1", b.at.At(rules.SquareAt(6, 0)))
	hear("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R")
	b.tell(reconcile.Returned{Square: rules.SquareAt(6, 0), Piece: b.at.At(rules.SquareAt(6, 0)), By: rules.White})
	hear("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR")
	lift("e2", b.at.At(rules.SquareAt(4, 1)))
	hear("rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR")
	b.play(t, "e4")
	hear("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	b.play(t, "d5")
	hear("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR")
	lift("d5", b.at.At(rules.SquareAt(3, 4)))
	hear("rnbqkbnr/ppp1pppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR")
	lift("e4", b.at.At(rules.SquareAt(4, 3)))
	hear("rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR")
	b.play(t, "exd5")
	hear("rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR")
	// A piece stays on a square that another piece has left earlier in the game.
	lift("d8", b.at.At(rules.SquareAt(3, 7)))
	hear("rnb1kbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR")
	b.play(t, "Qxd5")
	hear("rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR")
	for _, m := range []struct{ from, san, lifted, made string }{
		{"b1", "Nc3", "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/R1BQKBNR", "rnb1kbnr/ppp1pppp/8/3q4/8/2N5/PPPP1PPP/R1BQKBNR"},
		{"d5", "Qd8", "rnb1kbnr/ppp1pppp/8/8/8/2N5/PPPP1PPP/R1BQKBNR", "rnbqkbnr/ppp1pppp/8/8/8/2N5/PPPP1PPP/R1BQKBNR"},
		{"c3", "Nb1", "rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/R1BQKBNR", "rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR"},
		{"g8", "Nf6", "rnbqkb1r/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR", "rnbqkb1r/ppp1pppp/5n2/8/8/8/PPPP1PPP/RNBQKBNR"},
	} {
		sq, err := rules.ParseSquare(m.from)
		if err != nil {
			t.Fatal(err)
		}
		lift(m.from, b.at.At(sq))
		hear(m.lifted)
		b.play(t, m.san)
		hear(m.made)
	}
	if len(heard) != 19 {
		t.Errorf("heard %d positions, want 19:\n%s", len(heard), strings.Join(heard, "\n"))
	}
}
