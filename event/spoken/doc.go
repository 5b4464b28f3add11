// Package spoken puts moves into words, as the Laws require moves to be announced in games
// of visually impaired players (2001 and 2005: F2.1, 2009: E2.1, from 2014: D.2.1): the
// letters of the algebraic notation are spoken as names, so that a and h, or b and d, are
// not confused. It also turns such an announcement back into a move. It makes no sound:
// people announce the moves.
package spoken
