// Package article4 applies the Laws of Chess to what happens at the board: which pieces were
// touched, what that obliges the player to do, whether a move broke Article 4, which moves
// are complete, which illegal moves count, and which claims are right.
//
// A Referee sees the same records as the decoder, and the moves that the decoder finds. It
// never changes, delays or holds back what the decoder reads from the board, except in the
// cases that the Laws themselves name: a move on a tactile board that is not announced yet,
// a claim upheld, a pawn left standing on the last rank, an illegal move that waits for the
// arbiter. Those are its Orders.
//
// Most of it is recomputed from a short log of each turn (turn.go, walk.go), so that a move
// published late, amended or retracted needs no repair: the acts of the turns concerned are
// assigned again by the times of the moves, and judged again.
//
// The files build on one another, and none needs those after it:
//
//   - edition.go, editions.go: what each edition says; queries.go, topics.go, evidence.go: asked from outside
//   - act.go, reading.go, turn.go, hand.go, walk.go: what was done in a turn, and what it comes to
//   - duty.go, usable.go, castling.go, release.go, owes.go, breach.go: what that obliges to, and what breaks it
//   - timekeeping.go, pending.go, offences.go, record.go, standing.go, game.go: values that belong to one game; a new game replaces them whole
//   - debouncer.go, outbox.go, referee.go: the Referee, what it reads, and what it has to tell
//   - presses.go, lookup.go, board.go: what is asked of the game, and of what the sensors show; these change nothing
//   - the other files: one matter each, from touches to draws and flags
//   - step.go, moves.go, begin.go, suspend.go, snapshot.go, goback.go: called from outside; they drive all of it
//
// What differs from one edition of the Laws to another stands in one table
// (editions.go), but for how a game ends by itself, which package rules has in its
// own (outcome.go). Articles are cited as edition:article.
package article4
