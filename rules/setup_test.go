package rules_test

import (
	"errors"
	"strings"
	"testing"

	"touchmove/rules"
)

// TestRefusedFEN has each reason for refusing a FEN, with its field.
func TestRefusedFEN(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	seen := map[rules.Reason]bool{}
	for _, c := range []struct {
		fen    string
		field  string
		reason rules.Reason
	}{
		{"", "fen", rules.BadFieldCount},
		{start + " w KQkq", "fen", rules.BadFieldCount},
		{start + " w KQkq - 0 1 extra", "fen", rules.BadFieldCount},
		{"rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "placement", rules.BadPlacement},
		{"rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "placement", rules.BadPlacement},
		{"rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "placement", rules.BadPlacement},
		{"rnbqkbnrr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "placement", rules.BadPlacement},
		{"rnbqkbnr/ppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "placement", rules.BadPlacement},
		{"rnbqkbnr/pppppppx/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "placement", rules.BadPlacement},
		{start + " x KQkq - 0 1", "turn", rules.BadTurn},
		{start + " w KQxq - 0 1", "castling", rules.BadCastling},
		{start + " w KKkq - 0 1", "castling", rules.BadCastling},
		{start + " w KHkq - 0 1", "castling", rules.BadCastling},
		{start + " w KQkq e5 0 1", "en passant", rules.BadEnPassant},
		{start + " w KQkq x3 0 1", "en passant", rules.BadEnPassant},
		{start + " w KQkq - -1 1", "halfmove clock", rules.BadCounter},
		{start + " w KQkq - 0 one", "fullmove number", rules.BadCounter},
		{start + " w KQkq - 0 70000", "fullmove number", rules.BadCounter},
		{"8/8/8/8/8/8/8/K7 w - - 0 1", "placement", rules.NoKing},
		{"k1k5/8/8/8/8/8/8/K7 w - - 0 1", "placement", rules.ManyKings},
		{"rnbqkbnr/pppppppp/8/8/8/N7/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "placement", rules.ManyPieces},
		{"k7/8/8/8/8/8/8/K6P w - - 0 1", "placement", rules.PawnOnLastRank},
		{"k6p/8/8/8/8/8/8/K7 w - - 0 1", "placement", rules.PawnOnLastRank},
		{"k7/8/8/8/8/8/8/KR5r b - - 0 1", "", ""},
		{"k7/8/8/8/8/8/8/RK6 w - - 0 1", "turn", rules.OpponentInCheck},
		{"kK6/8/8/8/8/8/8/8 w - - 0 1", "turn", rules.OpponentInCheck},
		{"rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "castling", rules.NoCastlingRook},
		{"rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", "castling", rules.NoCastlingRook},
		{"rnbq1bnr/ppppkppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "castling", rules.CastlingKingAway},
		{"rnbq1bnr/ppppkppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", "castling", rules.CastlingKingAway},
		{"k7/8/8/8/8/8/8/4KRR1 w FG - 0 1", "castling", rules.ManyCastlingRooks},
		{"k7/8/8/8/8/8/8/4K1R1 w K - 0 1", "castling", rules.NotStandardCastling},
		{"k7/8/8/8/8/8/8/3K3R w K - 0 1", "castling", rules.NotStandardCastling},
		{start + " w KQkq e6 0 1", "en passant", rules.ImpossibleEnPassant},
		{start + " w KQkq e3 0 1", "en passant", rules.ImpossibleEnPassant},
		{"4k3/4p3/8/4pP2/8/8/8/4K3 w - e6 0 1", "en passant", rules.ImpossibleEnPassant},
		{"4k3/8/4n3/4pP2/8/8/8/4K3 w - e6 0 1", "en passant", rules.ImpossibleEnPassant},
	} {
		_, err := position(c.fen, rules.Standard)
		var refused *rules.SetupError
		switch {
		case c.reason == "":
			if err != nil {
				t.Errorf("%s: %v", c.fen, err)
			}
		case !errors.As(err, &refused) || refused.Reason != c.reason || refused.Field != c.field:
			t.Errorf("%s: %v, want %s: %s", c.fen, err, c.field, c.reason)
		case c.field != "fen" && !strings.HasPrefix(err.Error(), c.field+": ") || !strings.Contains(err.Error(), refused.Detail):
			t.Errorf("%s: the text %q does not name the field and what is wrong", c.fen, err)
		case strings.Contains(err.Error(), "_"):
			t.Errorf("%s: the text %q shows the code, which is for programs", c.fen, err)
		}
		seen[c.reason] = true
	}
	bad := rules.StartPosition().Setup()
	bad.Board[rules.E4] = 7
	var refused *rules.SetupError
	if _, err := rules.NewPosition(bad, rules.Standard); !errors.As(err, &refused) || refused.Reason != rules.BadPiece {
		t.Errorf("a seventh kind of piece: %v", err)
	}
	if _, err := rules.NewPosition(rules.Setup{}, rules.Standard); err == nil {
		t.Error("the zero Setup is accepted")
	}
}

func position(fen string, v rules.Variant) (rules.Position, error) {
	s, err := rules.ParseFEN(fen)
	if err != nil {
		return rules.Position{}, err
	}
	return rules.NewPosition(s, v)
}

// TestFENForms checks that different ways to write a position give the same position.
func TestFENForms(t *testing.T) {
	for _, c := range []struct {
		read    string
		variant rules.Variant
		xfen    string
		shred   string
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", rules.Standard, rules.StartFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"},
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qkQK - 3 0", rules.Standard, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 3 1"},
		// An en passant square stays only if the capture is legal.
		{"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", rules.Standard, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b HAha - 0 1"},
		{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", rules.Standard, "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"},
		{"8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", rules.Standard, "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"},
		// K and Q are the outermost rooks; others are named by their file.
		{"4k3/8/8/8/8/8/8/RR2K2R w KQ - 0 1", rules.Chess960, "4k3/8/8/8/8/8/8/RR2K2R w KQ - 0 1", "4k3/8/8/8/8/8/8/RR2K2R w HA - 0 1"},
		{"4k3/8/8/8/8/8/8/RR2K2R w KB - 0 1", rules.Chess960, "4k3/8/8/8/8/8/8/RR2K2R w KB - 0 1", "4k3/8/8/8/8/8/8/RR2K2R w HB - 0 1"},
		{"1r2k1r1/8/8/8/8/8/8/RK4R1 w GAgb - 0 1", rules.Chess960, "1r2k1r1/8/8/8/8/8/8/RK4R1 w KQkq - 0 1", "1r2k1r1/8/8/8/8/8/8/RK4R1 w GAgb - 0 1"},
	} {
		p, err := position(c.read, c.variant)
		if err != nil || p.FEN() != c.xfen || p.ShredderFEN() != c.shred {
			t.Errorf("%s: %s and %s, %v, want %s and %s", c.read, p.FEN(), p.ShredderFEN(), err, c.xfen, c.shred)
		}
	}
}
