package rules

// MatingMaterial reports whether a colour has what the blitz rules of 1997 call mating material,
// without which it could not win (1997: C4): forces that can bring about a position, even with the
// opponent's help, in which the opponent has the move and cannot avoid being checkmated by the next
// move. This requires more than a possible checkmate: two knights against a bare king can mate, but
// never by force, so they do not suffice. Later editions dropped the rule and ask for any checkmate
// by legal moves, see Winnable.
//
// Only the pieces are counted, not where they stand. More pieces of the opponent never hurt, since
// they can be captured, and sometimes help, since they stand in their king's way:
//
//   - A queen, a rook, a pawn, bishop and knight, bishops of both square colours, or three knights
//     suffice against anything; a bare king never does.
//   - A knight suffices against a pawn.
//   - Two knights suffice also against a knight, a bishop or a rook.
//   - Bishops of one square colour suffice against a pawn together with any other piece, and
//     against a bishop of the other square colour together with any piece that is not another such
//     bishop.
//
// Each of these has an example. For everything else a search found none, through all positions with
// a single piece of either side, and with two pieces of the opponent, or two of the colour's own,
// and the king in a corner. Against three or more pieces other than pawns, which nobody has left in
// practice, the answer may be false although a position could be constructed.
func (p Position) MatingMaterial(c Color) bool {
	ours, theirs := p.of(c)&^p.kings(), p.of(c.Other())&^p.kings()
	knights, pawns := p.knights(), p.pawns()
	queens := p.diagonal() & p.straight()
	bishops := p.diagonal() &^ queens
	switch {
	case ours == 0:
		return false
	case ours&(pawns|p.straight()) != 0:
		return true
	case ours&bishops == 0:
		switch ours.Count() {
		case 1:
			return theirs&pawns != 0
		case 2:
			return theirs&^queens != 0
		}
		return true
	case ours&knights != 0, ours&lightSquares != 0 && ours&darkSquares != 0:
		return true
	}
	own := lightSquares
	if ours&darkSquares != 0 {
		own = darkSquares
	}
	if theirs&pawns != 0 {
		return theirs.more()
	}
	others := theirs & bishops &^ own
	return others != 0 && theirs != others
}
