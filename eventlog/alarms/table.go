package alarms

import (
	"slices"
	"time"
)

// ID names an alarm, as on the topics alarm and alarms.
type ID string

// The alarms, in the order of the table.
const (
	DiskFull           ID = "disk_full"
	NotKept            ID = "not_kept"
	CalibrationDrifted ID = "calibration_drifted"
	CalibrationOld     ID = "calibration_old"
	BoardMissing       ID = "board_missing"
	SensorFault        ID = "sensor_fault"
	Reconstructing     ID = "error_reconstructing_game"
	PrematureResult    ID = "premature_result"
	GameFinished       ID = "game_finished"
	GuessedMove        ID = "guessed_move"
	Question           ID = "question"
	ClockPaused        ID = "clock_paused"
	MoveWithoutTime    ID = "move_without_time"
	KingMoveDoubt      ID = "king_move_doubt"
	IllegalMove        ID = "illegal_move"
	IllegalPosition    ID = "illegal_position"
	TouchViolation     ID = "touch_violation"
	Claim              ID = "claim"
	Flag               ID = "flag"
	AutoDraw           ID = "auto_draw"
	TimeTrouble        ID = "time_trouble"
	ClockNotPressed    ID = "clock_not_pressed"
	ClockDisagrees     ID = "clock_disagrees"
	DefaultNear        ID = "default_near"
	WrongSetUp         ID = "wrong_setup"
	BoardsDiffer       ID = "boards_differ"
	FeedStopped        ID = "feed_stopped"
	CopyBehind         ID = "copy_behind"
	BoardDoubled       ID = "board_doubled"
)

// audience is who an alarm is for, besides the public for public alarms.
type audience uint8

const (
	arbiter    audience = 1 << iota // it rings at the arbiters' consoles
	technician                      // a technician can end it
)

// row is everything about an alarm except its texts, which are in package words.
type row struct {
	id     ID
	who    audience
	urgent bool          // with a sound, and the board moves to the top
	hold   time.Duration // how long its cause must hold before it rings at a console
	fast   time.Duration // the same in rapid and blitz; 0: as hold
	player bool          // about one of the players
	look   bool          // only asks for a look: acknowledging it clears it

	public func(*Facts) []Public // its entries on the topic alarm; nil if players must not know
	ofGame bool                  // reveals how a game is going: not in the metrics while the broadcast is delayed

	rings, ends string // for docs/arbiter.md
}

const s = time.Second

// table has a row for every alarm. Public ones come first, in the order of the topic
// alarm.
var table = []row{
	{id: DiskFull, who: technician, urgent: true, public: diskFull,
		rings: "the disk of the board's computer is full, and the game is recorded in reserved space",
		ends:  "there is space again"},
	{id: NotKept, who: technician, urgent: true, public: notKept,
		rings: "the disk is not storing data",
		ends:  "it stores data again"},
	{id: CalibrationDrifted, who: technician, public: drifted,
		rings: "sensors read differently from when they were calibrated",
		ends:  "they read as before, or are calibrated again"},
	{id: CalibrationOld, who: technician, public: calibrationOld,
		rings: "the calibration is more than 30 days old",
		ends:  "the board is calibrated"},
	{id: BoardMissing, who: arbiter | technician, urgent: true, hold: 5 * s, public: missing,
		rings: "no sensor gives a reading for 5 s",
		ends:  "a sensor gives a reading"},
	{id: SensorFault, who: arbiter | technician, public: faults,
		rings: "squares have lost their vote or give no reading",
		ends:  "they have their vote and a reading again"},
	{id: Reconstructing, who: arbiter, urgent: true, hold: 8 * s, fast: 3 * s, public: differs, ofGame: true,
		rings: "the board differs on three or more squares, or on any from a move that was entered with `correct`, for 8 s (rapid and blitz 3 s)",
		ends:  "it agrees, `restore`"},
	{id: PrematureResult, who: arbiter, urgent: true, public: premature, ofGame: true,
		rings: "moves are made after a result; or kings in the centre show one and the external clock runs on for 10 s",
		ends:  "the result is taken back or entered again; the clocks stop"},
	{id: GameFinished, who: arbiter, public: finished, ofGame: true,
		rings: "an end is proposed, or a move has ended the game",
		ends:  "`result`"},
	{id: GuessedMove, who: arbiter, look: true, hold: 10 * s, fast: 5 * s, public: guesses, ofGame: true,
		rings: "the certainty of a move has been below 0.9 for 10 s (rapid and blitz 5 s); of several such moves the oldest",
		ends:  "play settles it, `correct`, `acknowledge`, `result`; the move is amended"},
	{id: Question, who: arbiter,
		rings: "two or more moves remain possible for a half-move, and later readings are unlikely to tell them apart; one question at a time, and no `guessed_move` with it",
		ends:  "`answer`, `correct`, play settles it; the half-move is taken back"},
	{id: ClockPaused, who: arbiter, urgent: true, hold: 120 * s, fast: 30 * s,
		rings: "the clocks are stopped for 120 s (rapid and blitz 30 s) without an arbiter's reason, also by a ruling on an illegal move and by an undo; at once after a restart",
		ends:  "they run, or a reason is given"},
	{id: MoveWithoutTime, who: arbiter, look: true,
		rings: "moves are completed without a press of their own; one alarm for all of them, about the first",
		ends:  "its press is found, `correct`, `acknowledge`"},
	{id: KingMoveDoubt, who: arbiter, urgent: true, hold: 5 * s,
		rings: "a king goes to or from d4, d5, e4 or e5 while the clocks are stopped, or nobody presses for 5 s",
		ends:  "a press, the next move, `result`"},
	{id: IllegalMove, who: arbiter, player: true, urgent: true,
		rings: "an illegal move of any kind is completed",
		ends:  "`illegal`; where it has to be claimed, the reply"},
	{id: IllegalPosition, who: arbiter, urgent: true,
		rings: "both kings are in check, or a pawn stands on the last rank, after one more move (rapid and blitz without supervision, from 2014)",
		ends:  "`result`, the position is corrected"},
	{id: TouchViolation, who: arbiter, player: true,
		rings: "Article 4 was broken, and the opponent may claim",
		ends:  "a claim, or the right to claim lapses"},
	{id: Claim, who: arbiter, player: true, urgent: true,
		rings: "a player claims",
		ends:  "a draw or the quickplay finish: `verdict`, `result`; any other claim: the next move, or a ruling"},
	{id: Flag, who: arbiter, player: true, urgent: true,
		rings: "a clock reaches zero before the required moves are made",
		ends:  "`result`, time is given"},
	{id: AutoDraw, who: arbiter, urgent: true,
		rings: "fivefold repetition, 75 moves, a proved dead position",
		ends:  "`result`"},
	{id: TimeTrouble, who: arbiter, player: true,
		rings: "less than five minutes left, without 30 s a move, where moves are recorded (not in rapid and blitz); from 1997, since the code of 1953 gives no number; time alone makes it ring",
		ends:  "more time, from 2009 the end of the period (8.4)"},
	{id: ClockNotPressed, who: arbiter, hold: 60 * s,
		rings: "a move is made and the player's clock runs on for 60 s, or for 10 s while the reply is made",
		ends:  "a press"},
	{id: ClockDisagrees, who: arbiter, hold: 10 * s, look: true,
		rings: "an external clock differs by 2 s or more from the daemon's reckoning for 10 s",
		ends:  "it differs by less than 1 s, `set-clock`, `acknowledge`, `result`"},
	{id: DefaultNear, who: arbiter, player: true,
		rings: "five minutes before an absent player loses",
		ends:  "the player arrives"},
	{id: WrongSetUp, who: arbiter, urgent: true, hold: 10 * s,
		rings: "for 10 s nothing moves, at least three quarters of the pieces stand on the board, and up to eight squares are wrong or the board is turned",
		ends:  "it is set up"},
	{id: BoardsDiffer, who: arbiter, urgent: true, hold: 10 * s,
		rings: "the two boards of one game differ for 10 s after an announcement",
		ends:  "they agree"},
	{id: FeedStopped, who: arbiter | technician, hold: 30 * s,
		rings: "no broker has accepted a message for 30 s",
		ends:  "one accepts messages again"},
	{id: CopyBehind, who: arbiter | technician,
		rings: "the second copy of the journals has been behind for 30 s, or is refused",
		ends:  "it is complete"},
	{id: BoardDoubled, who: arbiter | technician, urgent: true,
		rings: "another computer publishes as this board",
		ends:  "it has not done so for a minute"},
}

func rowOf(id ID) row {
	for _, r := range table {
		if r.id == id {
			return r
		}
	}
	panic("alarms: no alarm is called " + string(id))
}

// IDs lists the alarms that can ring at an arbiter's console.
func IDs() (list []ID) {
	for _, r := range table {
		if r.who&arbiter != 0 {
			list = append(list, r.id)
		}
	}
	return list
}

// Rings reports whether an alarm can ring at an arbiter's console. The others are only
// on the public topic.
func Rings(id ID) bool { return slices.Contains(IDs(), id) }

// OfGame reports whether a public alarm reveals how a game is going, and must be held
// back while the broadcast is delayed.
func OfGame(id ID) bool { return rowOf(id).ofGame }

// Row is an alarm as docs/arbiter.md lists it.
type Row struct {
	ID     ID
	Urgent bool
	Who    string // "public, arbiter"
	Rings  string // when it rings
	Ends   string // what ends it
}

// Table lists every alarm.
func Table() []Row {
	list := make([]Row, len(table))
	for i, r := range table {
		who := ""
		for _, a := range []struct {
			is   bool
			name string
		}{{r.public != nil, "public"}, {r.who&arbiter != 0, "arbiter"}, {r.who&technician != 0, "technician"}} {
			if a.is && who != "" {
				who += ", "
			}
			if a.is {
				who += a.name
			}
		}
		list[i] = Row{r.id, r.urgent, who, r.rings, r.ends}
	}
	return list
}
