package reconcile_test

// open has the traces that are read wrongly, with the truth and with how they are read.
var open = []misread{
	{
		hand:  hand{"piece_that_could_capture_held_for_eight_seconds", outcome{line: "e4e5 c7c5 d2d4"}},
		shows: outcome{line: "e4e5 c7c5 d2d4", how: "1:corrected", wrong: "1:e4d5"},
		why:   "a piece that could capture and stays in the hand for seconds is told as having captured, nothing but quiet speaking for it",
	},
	{
		hand:  hand{"piece_that_could_capture_adjusted_for_seven_seconds", outcome{line: "e4e5 c7c5"}},
		shows: outcome{line: "e4e5 c7c5", how: "1:corrected", wrong: "1:e4d5"},
		why:   "the same, and then it is put back; a wait that covers this holds up every capture that was not seen",
	},
	{
		hand:  hand{"victim_taken_off_eight_seconds_after_the_capturer_was_lifted", outcome{line: "e4d5 g8f6"}},
		shows: outcome{line: "e4d5 g8f6", how: "1:inferred"},
		why:   "a piece that could capture and stays in the hand for seconds is told as having captured, nothing but quiet speaking for it; here that is what came",
	},
	{
		hand:  hand{"three_plies_taken_back_in_any_order", outcome{line: "e2e4 e7e5 f1c4 g8f6 d2d3", how: "3:corrected 4:corrected 5:corrected", undone: "3:g1f3 4:b8c6 5:f1b5"}},
		shows: outcome{line: "e2e4 e7e5 g1f3 b8c6 f3g1 c6b8 f1c4 g8f6 d2d3", how: "5:corrected", undone: "5:f1b5"},
		why:   "the knights going home are two legal moves, cheaper than a take-back, although the bishop had long stood on b5",
	},
	{
		hand:  hand{"polarity_three_plies_taken_back_in_any_order", outcome{line: "e2e4 e7e5 f1c4 g8f6 d2d3", how: "3:corrected 4:corrected 5:corrected", undone: "3:g1f3 4:b8c6 5:f1b5"}},
		shows: outcome{line: "e2e4 e7e5 g1f3 b8c6 f3g1 c6b8 f1c4 g8f6 d2d3", how: "5:corrected", undone: "5:f1b5"},
		why:   "as on a board that tells no colours",
	},
	{
		hand:  hand{"end_while_a_told_move_is_changed", outcome{line: "e2e4 e7e5 f1c4", how: "3:corrected", wrong: "3:f1d3"}},
		shows: outcome{line: "e2e4 e7e5", wrong: "3:f1d3"},
		why:   "the move that was told is taken back at the end of the recording, but the one that took its place is not told: it was not sure yet",
	},
}
