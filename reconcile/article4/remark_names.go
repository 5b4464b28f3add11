package article4

// RemarkName is the code of a Remark. docs/laws.md says when each is reported. Codes never change.
type RemarkName = string

// The remarks.
const (
	RemarkWithoutMove      RemarkName = "clock_without_move" // nothing in the hand, and no move was made
	RemarkPieceInHand      RemarkName = "clock_with_piece_in_hand"
	RemarkPressedEarly     RemarkName = "press_before_release"
	RemarkWrongSide        RemarkName = "clock_wrong_side"
	RemarkClocksStopped    RemarkName = "clocks_stopped_by_player"
	RemarkMovedEarly       RemarkName = "moved_before_opponent_completed" // where the turn passes with the press (1997:1.1)
	RemarkTouchedEarly     RemarkName = "touch_before_turn"               // likewise
	RemarkAdjustNotOnMove  RemarkName = "adjust_by_player_not_on_move"
	RemarkReattributed     RemarkName = "touch_reattributed"
	RemarkClaimRejected    RemarkName = "claim_rejected"
	RemarkIllegalOnBoard   RemarkName = "illegal_position_on_board"
	RemarkOfferTooEarly    RemarkName = "draw_offer_not_allowed" // before the move at which the event allows it (2009:9.1a)
	RemarkOfferIrregular   RemarkName = "draw_offer_irregular"   // valid, but not between the player's own move and the press (2009:9.1)
	RemarkOfferInvalid     RemarkName = "draw_offer_not_valid"   // without effect: not after the player's own move (1953:18.1)
	RemarkOfferStands      RemarkName = "draw_offer_cannot_be_withdrawn"
	RemarkQuickplayClaim   RemarkName = "quickplay_claim"
	RemarkQuickplayRequest RemarkName = "quickplay_request"
	RemarkColoursGoOn      RemarkName = "colours_swapped_go_on"
	RemarkColoursNewGame   RemarkName = "colours_swapped_new_game"
	RemarkSecondBoard      RemarkName = "clock_before_second_board" // pressed before the other board showed the move (2009:E2.3)
	RemarkResultSigned     RemarkName = "result_signed"
	RemarkSealedIllegal    RemarkName = "sealed_move_illegal" // its meaning is clear, so the player makes another move (1953:17c)
	DefaultDue             RemarkName = "default_due"         // the player has not come in the default time
)
