// Command referee plays random hands in random positions and compares the findings of the
// referee of package reconcile with a second reading of the Laws.
//
// The second reading is plain and slow. It is written from the texts of the editions for
// this test alone, shares no code with packages reconcile and article4, and knows what
// sensors cannot detect: which piece is where, and who touched and released what. From
// package rules it uses the legal moves.
//
// A case is a position with a script of acts, made from a seed. Every case is played
// under every edition, on a board that distinguishes colours and on one that does not,
// and compared three times: in the middle of its acts, what the player owes; at its end,
// which moves stand, what was broken, and which illegal moves the clock was pressed for;
// and the result of a claim of the opponent, made at once or after touching a piece.
//
// A tale is a case of more than that: the clock is pressed before the move is finished, by either
// player; the opponent's turn follows; an illegal move is put right, or replied to all the same.
// What is compared is what each press was for, the moves, the last breach, and the duty in the
// middle of the second turn. The seeds of tales are written with a t.
//
// A trial is a case under other conditions: hands that hurry, Chess960, rapid and blitz under supervision, a
// broken sensor, a player who makes one illegal move after the other until the game is lost, or a piece that is released
// with a legal move and then moved on, by hands of any pace. The seeds of trials are written with an x.
//
// With -fair, or -traces, whole games are played instead, and what is said against players is compared with
// what happened: how often is somebody accused for nothing?
//
//	go run ./test/referee                        the table
//	go run ./test/referee -fair clean,club,blitz -cases 40
//	go run ./test/referee -show missed           what differed, as scripts
//	go run ./test/referee -trace t44/fide-2023/polarity   the trace of a tale
//	go run ./test/referee -trace 17/fide-2023/occupancy | touchmove replay -o state -
package main
