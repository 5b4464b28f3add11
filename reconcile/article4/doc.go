// Package article4 applies the Laws of Chess to what happens at the board: which pieces were
// touched, what that obliges the player to do, whether a move broke Article 4, which moves are
// completed, which illegal moves count, and which claims are right.
//
// A Referee sees the same records as the decoder, and the moves that the decoder finds. It never
// changes, delays or withholds what the decoder reads from the board, except in the cases that the
// Laws themselves name: a move on a tactile board that is not yet announced, a claim that is
// upheld, a pawn left standing on the last rank, an illegal move that waits for the arbiter. The
// Referee then gives Orders.
//
// Most of its state is recomputed from a short log of each turn (turn.go, walk.go). A move that is
// published late, amended or retracted therefore needs no repair: the acts of the turns concerned
// are assigned again by the times of the moves, and judged again.
//
// The files, in the order in which they are best read:
//
//   - edition.go, editions.go: what each edition says; queries.go, topics.go, evidence.go: what
//     other packages ask about it
//   - act.go, reading.go, turn.go, hand.go, walk.go: what was done in a turn, and what follows from
//     it
//   - duty.go, usable.go, castling.go, release.go, owes.go, breach.go: what that obliges to, and
//     what breaks it
//   - timekeeping.go, pending.go, offences.go, record.go, standing.go, game.go: the parts of what
//     belongs to one game; a new game replaces them as a whole, and undoing a command restores those
//     of standing
//   - debouncer.go, outbox.go, referee.go, decisions.go: the Referee, what it reads, and what it has
//     to report
//   - press_lookup.go, lookup.go, board.go: questions about the game and about what the sensors show;
//     these change nothing
//   - the other files: one topic each, from touches to draws and flags
//   - step.go, moves.go, begin.go, suspend.go, snapshot.go, goback.go: called from outside
//
// The differences between editions of the Laws are in one table (editions.go), except how a game
// ends automatically, which is in the table of package rules (outcome.go). Articles are cited as
// edition:article.
package article4
