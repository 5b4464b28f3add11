package sim

import (
	"slices"

	"touchmove/rules"
)

// Ways in which people carry out moves, weighted by how often they were observed.
var (
	plainQuiet    = []Way{{"lift-place", 1}}
	plainCaptures = []Way{{"own-first", 13}, {"enemy-first", 8}}
	plainPromo    = []Way{{"promo-direct", 1}, {"promo-pawn-then-piece", 1}}

	clubQuiet = []Way{
		{"lift-place", 620}, {"slide", 220}, {"between", 50}, {"overshoot", 36}, {"slide-overshoot", 18}, {"wiggle", 30},
		{"hesitate-legal", 22}, {"hesitate-illegal", 28}, {"hesitate-origin", 18},
	}
	blitzQuiet = []Way{
		{"lift-place", 430}, {"slide", 330}, {"between", 50}, {"overshoot", 75}, {"slide-overshoot", 40}, {"wiggle", 20},
		{"hesitate-legal", 22}, {"hesitate-illegal", 30}, {"hesitate-origin", 8},
	}
	hardQuiet = []Way{
		{"lift-place", 330}, {"slide", 200}, {"between", 110}, {"overshoot", 60}, {"slide-overshoot", 50}, {"wiggle", 50},
		{"hesitate-legal", 60}, {"hesitate-illegal", 60}, {"hesitate-origin", 40}, {"wave", 60}, {"held", 25},
	}
	clubCaptures = []Way{
		{"own-first", 330}, {"enemy-first", 255}, {"flick", 75}, {"wave", 60}, {"push-out", 75}, {"late", 45}, {"drag", 55}, {"slide-capture", 32},
	}
	blitzCaptures = []Way{
		{"own-first", 240}, {"enemy-first", 220}, {"flick", 150}, {"wave", 50}, {"push-out", 170}, {"late", 42}, {"drag", 70}, {"slide-capture", 60},
	}
	hardCaptures = []Way{
		{"own-first", 180}, {"enemy-first", 170}, {"flick", 130}, {"wave", 110}, {"push-out", 140}, {"late", 80}, {"drag", 110}, {"slide-capture", 80},
	}
	clubCastling = []Way{
		{"king-first", 36}, {"both-hands", 15}, {"both-lifted", 10}, {"king-slid", 10}, {"slow", 11},
		{"rook-only", 60}, {"king-only", 60},
	}
	castling = append([]Way{{"rook-first", 10}}, clubCastling...)
	// In blitz, the rook may move after the opponent has already replied.
	blitzCastling = append([]Way{{"late", 6}}, castling...)
	hardCastling  = []Way{
		{"king-first", 20}, {"rook-first", 20}, {"both-hands", 25}, {"both-lifted", 20}, {"king-slid", 15}, {"slow", 15}, {"late", 20},
		{"rook-only", 60}, {"king-only", 60},
	}
	enPassant   = []Way{{"ep-after", 60}, {"ep-between", 25}, {"ep-before", 15}}
	promotion   = []Way{{"promo-direct", 30}, {"promo-pawn-then-piece", 25}, {"promo-piece-first", 15}, {"promo-slow-direct", 10}, {"promo-slow-pawn-then-piece", 15}}
	hardPromote = []Way{{"promo-direct", 20}, {"promo-pawn-then-piece", 20}, {"promo-piece-first", 20}, {"promo-slow-direct", 15}, {"promo-slow-pawn-then-piece", 25}}
)

// Boards with sensors of different quality.
var (
	perfect  = Board{BounceGap: Spread{}}
	ordinary = Board{Bounce: 140, BounceGap: Spread{300, 700, 2500, 6000, 9000}, BounceMost: 3, FullScans: 200, Skew: true}
	noisy    = Board{
		Bounce: 300, BounceGap: Spread{300, 800, 3500, 10000, 20000}, BounceMost: 4, FullScans: 300, Skew: true,
		Weak: [2]int{1, 3}, WeakMinutes: Spread{10, 15, 40, 190, 300}, Crosstalk: [2]int{0, 1}, Unknown: [2]int{1, 2},
	}
	faulty = Board{Bounce: 140, BounceGap: ordinary.BounceGap, BounceMost: 3, FullScans: 300, Skew: true, Stuck: [2]int{1, 1}}
	worn   = Board{
		Bounce: 450, BounceGap: Spread{200, 700, 4000, 14000, 35000}, BounceMost: 6, FullScans: 300, Skew: true,
		Weak: [2]int{1, 4}, WeakMinutes: Spread{20, 40, 120, 500, 900}, Crosstalk: [2]int{0, 3}, Unknown: [2]int{0, 3},
		Stuck: [2]int{0, 1}, Recovers: 600, Chatter: [2]int{0, 2}, Gaps: [2]int{0, 4},
	}
)

// Styles returns the levels: the ten of the sample traces, with their names, and
// our own: hard, unnoticed, restless, and six on boards with physics.
func Styles() []Style {
	clean := Style{
		Name: "clean", What: "no noise; lift and place; captures in either order; king first when castling",
		Room: Room{Paces: []string{"classical", "rapid"}, ScanHz: []int{100, 200}, Clock: 600, Commands: 1000, Games: 1},
		Manners: Manners{
			Quiet: plainQuiet, Captures: plainCaptures, EnPassant: []Way{{"ep-after", 1}},
			Castling: []Way{{"king-first", 20}, {"both-lifted", 1}, {"rook-only", 60}, {"king-only", 60}}, Promotion: plainPromo,
			PromoteCommand: 1000,
		},
		Hurry: Hurry{PressForgotten: 8},
		Ends:  Ends{ResultEntered: 850},
		Board: perfect,
	}
	clean.Board.FullScans = 400

	club := Style{
		Name: "club", What: "all the ways people move: slides, hesitations, captures in every order, adjusting",
		Room: Room{Paces: []string{"classical", "rapid", "rapid"}, ScanHz: []int{50, 100, 100, 200, 500}, Clock: 500, Commands: 500, Games: 1},
		Manners: Manners{
			Quiet: clubQuiet, Captures: clubCaptures, EnPassant: enPassant, Castling: clubCastling, Promotion: promotion,
			PromoteCommand: 500, Settle: 35,
		},
		Hurry:   Hurry{Overlap: 5, PressForgotten: 12},
		Mishaps: Mishaps{Adjust: 30, Announced: 600, Wiggle: 25, OpponentTouches: 12},
		Ends:    Ends{SetUp: 250, Kings: 350, ResultEntered: 800},
		Board:   ordinary,
	}

	blitz := club
	blitz.Name, blitz.What = "blitz", "fast games: slides, hesitations, replies that begin before the mover has released the piece"
	blitz.Paces, blitz.ScanHz, blitz.Clock = []string{"bullet", "bullet", "blitz"}, []int{100, 100, 200}, 800
	blitz.Quiet, blitz.Captures, blitz.Castling = blitzQuiet, blitzCaptures, blitzCastling
	blitz.Overlap, blitz.LandsFirst, blitz.PressForgotten = 190, 20, 18
	blitz.Adjust, blitz.Wiggle, blitz.OpponentTouches, blitz.TouchBroken = 8, 5, 5, 5

	arbiter := club
	arbiter.Name, arbiter.What = "arbiter", "touched pieces left alone, illegal moves corrected, knock-overs restored, rook-first castling"
	arbiter.Castling, arbiter.ScanHz = castling, []int{100, 100, 100, 200}
	arbiter.Adjust, arbiter.Wiggle, arbiter.OpponentTouches, arbiter.TouchBroken = 32, 23, 18, 46
	arbiter.Illegal, arbiter.IllegalPressed, arbiter.KnockOver, arbiter.KnockedMost = 14, 350, 20, 4

	noise := club
	noise.Name, noise.What = "noisy", "contact bounce, squares that drop out, ghosts beside strong magnets, rows unreadable for a while"
	noise.Paces, noise.Castling, noise.Overlap = []string{"blitz", "blitz", "rapid"}, castling, 13
	noise.Adjust, noise.Wiggle, noise.OpponentTouches, noise.Board = 25, 34, 13, noisy

	broken := club
	broken.Name, broken.What = "faulty", "one sensor stuck on or off, from the start or from some moment on"
	broken.Castling, broken.Adjust, broken.Wiggle, broken.OpponentTouches, broken.Board = castling, 9, 4, 7, faulty

	polarity := club
	polarity.Name, polarity.What, polarity.Polarity = "polarity", "sensors that also tell white from black; club and blitz habits", true
	polarity.Paces, polarity.Castling, polarity.Overlap = []string{"rapid", "blitz"}, castling, 50
	polarity.Clock, polarity.Commands, polarity.TouchBroken = 800, 900, 4

	fischer := club
	fischer.Name, fischer.What, fischer.Variant = "chess960", "Chess960 start positions and castling", rules.Chess960
	fischer.Castling, fischer.Adjust = castling, 37

	promo := club
	promo.Name, promo.What, promo.Promotes = "promotion", "games with promotions and underpromotions, with or without the promote command", true
	promo.Paces, promo.Castling, promo.Overlap, promo.Commands = []string{"classical", "rapid", "blitz", "blitz"}, castling, 17, 900

	session := club
	session.Name, session.What, session.Games = "session", "two games one after the other in one trace", 2
	session.Paces, session.Castling, session.Overlap, session.Commands = []string{"rapid", "blitz", "blitz"}, castling, 12, 0
	session.SetUpAround, session.SweptByArm, session.Kings = 150, 100, 450

	hard := club
	hard.Name, hard.What = "hard", "harder than all others: everything at once, accidents in the middle of moves, take-backs, poor sensors"
	hard.Paces, hard.ScanHz = []string{"classical", "rapid", "blitz", "bullet"}, []int{20, 50, 100, 200, 500}
	hard.Quiet, hard.Captures, hard.Castling, hard.Promotion = hardQuiet, hardCaptures, hardCastling, hardPromote
	hard.Rest, hard.Settle = Spread{180, 300, 1100, 3500, 8000}, 60
	hard.Overlap, hard.LandsFirst, hard.PressForgotten, hard.PressEarly = 180, 200, 40, 60
	hard.Adjust, hard.Wiggle, hard.OpponentTouches, hard.TouchBroken = 30, 30, 20, 30
	hard.Illegal, hard.IllegalPressed, hard.IllegalCapture = 10, 400, 300
	hard.KnockOver, hard.KnockedMost, hard.KnockDuring, hard.Sleeve = 15, 8, 300, 40
	hard.LateExchange, hard.PostMortem, hard.Lever = 400, 500, 500
	hard.TakeBack, hard.TakeBackMost, hard.StrayPress = 6, 5, 4
	hard.SetUp, hard.Kings, hard.SweptByArm, hard.SetUpAround = 350, 450, 400, 300
	hard.Board = worn

	unnoticed := club
	unnoticed.Name, unnoticed.What = "unnoticed", "in every game an illegal move that nobody notices stands, and play continues from there"
	unnoticed.Castling, unnoticed.Stands, unnoticed.SetUp, unnoticed.Kings = castling, 1000, 100, 100

	restless := club
	restless.Name, restless.What = "restless", "slides that rest on the way, pieces released and moved on, or straightened, within the same turn"
	restless.Paces, restless.Clock, restless.Castling = []string{"classical", "rapid", "blitz"}, 300, castling
	restless.Quiet = slices.Concat(clubQuiet, restingWays)

	styles := []Style{clean, club, blitz, arbiter, noise, broken, polarity, fischer, promo, session, hard, unnoticed, restless}
	return append(styles, physicalStyles(club, blitz, polarity, restless)...)
}
