package sim

// Pace is how fast a game is played.
type Pace struct {
	Name    string
	Think   Spread // from the opponent's release to the first touch
	Air     Spread // a piece in the air, over a short distance
	Step    Spread // a sliding piece from one square to the next
	Release Spread // from the last contact to the release
	Press   Spread // from the release to the press of the clock
	Percent int64  // duration of all other motions, compared with rapid play
}

// Paces are the four paces of play.
func Paces() []Pace {
	return []Pace{
		{"classical", Spread{500, 2866, 15600, 95000, 420000}, Spread{110, 140, 235, 410, 620}, Spread{33, 44, 78, 123, 160}, Spread{14, 39, 87, 202, 456}, Spread{180, 243, 530, 862, 899}, 118},
		{"rapid", Spread{400, 907, 4450, 21100, 90500}, Spread{90, 120, 200, 350, 560}, Spread{27, 36, 68, 107, 160}, Spread{14, 34, 77, 185, 372}, Spread{180, 202, 445, 667, 700}, 100},
		{"blitz", Spread{90, 162, 1120, 5220, 15000}, Spread{50, 60, 112, 200, 320}, Spread{20, 30, 56, 70, 160}, Spread{5, 15, 43, 99, 197}, Spread{49, 85, 195, 330, 349}, 58},
		{"bullet", Spread{20, 60, 400, 1560, 9800}, Spread{45, 55, 76, 140, 230}, Spread{16, 25, 52, 70, 160}, Spread{4, 10, 28, 67, 156}, Spread{36, 60, 114, 190, 200}, 34},
	}
}

// paceByName finds a pace by name; ok is false if there is none.
func paceByName(name string) (p Pace, ok bool) {
	for _, p = range Paces() {
		if p.Name == name {
			return p, true
		}
	}
	return Pace{}, false
}

// hurry draws a duration given for rapid play and scales it to the game's own pace.
func (h *hands) hurry(s Spread) int64 { return h.dice.pick(s.times(h.pace.Percent)) }

// Durations in rapid play, in milliseconds.
var (
	// Moving to an empty square.
	slidLanding      = Spread{30, 42, 60, 90, 180}
	overshootRest    = Spread{15, 40, 200, 330, 480}
	slidePastRest    = Spread{15, 25, 90, 210, 320}
	wigglePause      = Spread{10, 18, 40, 85, 140}
	wiggleOut        = Spread{5, 12, 30, 60, 110}
	betweenRest      = Spread{60, 90, 210, 400, 700}
	hesitateRest     = Spread{180, 240, 700, 1900, 3000}
	heldInHand       = Spread{1500, 2500, 8000, 30000, 60000}
	heldBeforeReturn = Spread{300, 420, 900, 1400, 2000}
	hoverOver        = Spread{8, 15, 45, 130, 300}

	// Capturing: until the last contact of all.
	ownFirst    = Spread{162, 277, 557, 875, 1100}
	enemyFirst  = Spread{250, 338, 715, 1207, 1500}
	flick       = Spread{120, 142, 249, 540, 700}
	flickGap    = Spread{1, 2, 9, 30, 60} // at every pace
	pushOut     = Spread{130, 196, 337, 465, 600}
	waveAll     = Spread{200, 231, 501, 754, 900}
	waveOver    = Spread{10, 18, 45, 110, 200}
	lateRemoval = Spread{500, 620, 1228, 1758, 2800}
	dragAll     = Spread{230, 273, 379, 505, 700}
	epRemoval   = Spread{250, 330, 560, 900, 1300}

	// Castling.
	secondPiece   = Spread{200, 280, 470, 700, 1100} // from the landing of the first piece to the lift of the second
	bothHands     = Spread{260, 290, 400, 520, 700}
	bothLifted    = Spread{600, 750, 1100, 1500, 2200}
	secondLanding = Spread{2, 8, 60, 350, 700}
	slowRook      = Spread{1800, 2300, 3900, 5900, 9000}

	// Promotion.
	promoFetch    = Spread{260, 320, 620, 1900, 3200} // the new piece is at hand
	promoSlow     = Spread{3500, 4500, 8000, 15000, 25000}
	promoVictim   = Spread{200, 260, 420, 800, 1200}
	promoSwap     = Spread{60, 100, 240, 420, 700} // how long the square is empty between pawn and piece
	promoPawnAway = Spread{150, 250, 520, 900, 1500}
)
