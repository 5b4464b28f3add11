package trace

import "slices"

// Key is one key of a command.
type Key struct {
	Name   string
	Type   KeyType
	Words  []string // for a Word: the values that it may have
	Max    int64    // for a Count or Time; 0 means no limit
	Help   string
	Needed bool
	Of     []string // the words of "what" or "kind" for which the key does something; nil means every word
}

// KeyType says what a key holds.
type KeyType uint8

// The types of keys.
const (
	Text   KeyType = iota
	Word           // one of a few words
	Count          // a whole number from 1
	Time           // a whole number from 0, mostly milliseconds
	Truth          // true or false
	Square         // such as e4
	UCI            // a move, such as e2e4 or a7a8q
	Person         // an object with name, fide_id, title, rating and federation
)

var keyTypes = [...]string{"text", "word", "count", "time", "truth", "square", "uci", "person"}

// String returns the type's name in lower case, such as "person".
func (t KeyType) String() string { return keyTypes[t] }

// PersonKeys returns the keys of a Person.
func PersonKeys() []string { return []string{"name", "fide_id", "title", "rating", "federation"} }

func (k Key) needed() Key {
	k.Needed = true
	return k
}

// of returns the key limited to the commands with one of these words.
func (k Key) of(words ...string) Key {
	k.Of = words
	return k
}

// means returns the key with a meaning of its own in one command.
func (k Key) means(help string) Key {
	k.Help = help
	return k
}

// oneOf returns the key limited to a few words.
func (k Key) oneOf(words ...string) Key {
	k.Type, k.Words = Word, words
	if k.Name == keyWhat.Name {
		k.Help = "which of these"
	}
	return k
}

// AllKeys returns all keys of the command, with "by" first if it is needed.
func (k *CommandKind) AllKeys() []Key {
	if k.By == Anybody {
		return slices.Clone(k.Keys)
	}
	return slices.Insert(slices.Clone(k.Keys), 0, k.by())
}

func (k *CommandKind) by() Key {
	return Key{Name: "by", Type: Word, Words: k.By.Words(), Help: "which player", Needed: true}
}

var (
	// results are the results that a command may enter.
	results = []string{"1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2", "1-1/2", "1/2-1", "1-1", "*"}
	// promotions are the pieces that a promotion may name; none means a pawn left
	// standing.
	promotions = []string{"queen", "rook", "bishop", "knight", "none"}

	sides = []string{"white", "black"}
)

// The keys that commands take. These definitions hold for every command that does not
// override them.
var (
	keyPiece            = Key{Name: "piece", Type: Word, Words: promotions, Help: "the new piece"}
	keySquare           = Key{Name: "square", Type: Square, Help: "a square, such as e4"}
	keyTo               = Key{Name: "to", Type: Word, Words: sides, Help: "the player to whom the touch is attributed"}
	keyUCI              = Key{Name: "uci", Type: UCI, Help: "a move, such as e2e4 or a7a8q"}
	keyPly              = Key{Name: "ply", Type: Count, Help: "a half-move, counted from 1"}
	keyPlyFrom0         = Key{Name: "ply", Type: Time, Help: "a half-move, counted from 1; 0 is before the first"}
	keyPlies            = Key{Name: "plies", Type: Count, Help: "how many half-moves"}
	keyFEN              = Key{Name: "fen", Type: Text, Help: "a position in FEN"}
	keyVariant          = Key{Name: "variant", Type: Word, Words: []string{"standard", "chess960"}, Help: "which chess"}
	keyResult           = Key{Name: "result", Type: Word, Words: results, Help: "the result"}
	keyWhy              = Key{Name: "why", Type: Text, Help: "the reason, in words"}
	keyWhat             = Key{Name: "what", Type: Text, Help: "what it is"}
	keyText             = Key{Name: "text", Type: Text, Help: "the text"}
	keyPlayer           = Key{Name: "player", Type: Word, Words: sides, Help: "which player"}
	keyKind             = Key{Name: "kind", Type: Text, Help: "which penalty"}
	keyGranted          = Key{Name: "kind", Type: Text, Help: "delay: the request of a quickplay finish is met with a delay instead of an increment"}
	keyArticle          = Key{Name: "article", Type: Text, Help: "the article of the Laws, such as 11.5"}
	keyPoints           = Key{Name: "points", Type: Word, Words: []string{"0", "1/2", "1"}, Help: "how many points are taken or given; with loss or exclude: what the opponent scores"}
	keyMS               = Key{Name: "ms", Type: Time, Help: "how much time, in milliseconds"}
	keySessionMS        = Key{Name: "ms", Type: Time, Help: "milliseconds to the end of the session, charged to the player who adjourns before it"}
	keyMoves            = Key{Name: "moves", Type: Count, Help: "how many moves by each player without a capture or a pawn move, 50 or more"}
	keyWhiteMS          = Key{Name: "white_ms", Type: Time, Help: "White's time in milliseconds"}
	keyBlackMS          = Key{Name: "black_ms", Type: Time, Help: "Black's time in milliseconds"}
	keyWhiteMoves       = Key{Name: "white_moves", Type: Time, Help: "how many moves White has completed"}
	keyBlackMoves       = Key{Name: "black_moves", Type: Time, Help: "how many moves Black has completed"}
	keyWhitePeriod      = Key{Name: "white_period", Type: Count, Help: "the number of White's period, from 1"}
	keyBlackPeriod      = Key{Name: "black_period", Type: Count, Help: "the number of Black's period, from 1"}
	keyTimeControlBlack = Key{Name: "time_control_black", Type: Text, Help: "Black's time control, if it differs"}
	keyTimeDelay        = Key{Name: "time_delay", Type: Text, Help: "a delay of so many seconds before each move, for a control without increments"}
	keyAdd              = Key{Name: "add", Type: Word, Words: []string{"at-zero", "at-move"}, Help: "when the next period's time is added: at zero on the clock, or with the last move of the period"}
	keyAfterFlag        = Key{Name: "after_flag", Type: Word, Words: []string{"freeze", "run"}, Help: "what the clocks do when a flag has fallen"}
	keyDefaultMS        = Key{Name: "default_ms", Type: Time, Help: "after how many milliseconds an absent player loses"}
	keyDefault          = Key{Name: "default", Type: Truth, Help: "whether an absent player loses after the time that the edition sets"}
	keyStart            = Key{Name: "start", Type: Count, Help: "the number of a Chess960 start position, 1 to 960; 518 is that of standard chess, and 960 is also called 0"}
	keyMode             = Key{Name: "mode", Type: Word, Words: []string{"standard", "rapid", "blitz"}, Help: "the rate of play, if the time control does not imply it"}
	keySupervised       = Key{Name: "supervised", Type: Truth, Help: "whether rapid or blitz is adequately supervised"}
	keyDrawFrom         = Key{Name: "draw_from", Type: Count, Help: "the number of the move from which on a draw may be offered"}
	keyKeepTimes        = Key{Name: "keep_times", Type: Truth, Help: "whether the times on the clock stay, instead of going back too"}
	keyCause            = Key{Name: "cause", Type: Text, Help: "which one, if several alarms of that name ring; touchmove ctl alarms shows it"}
	keyAction           = Key{Name: "action", Type: Count, Help: "the number of the action in touchmove ctl actions"}
	keyScheduled        = Key{Name: "scheduled", Type: Text, Help: "when the game was to begin, for the log: RFC 3339, such as 2026-11-21T15:00:00+01:00"}
	keyRuns             = Key{Name: "runs", Type: Word, Words: []string{"white", "black", "none"}, Help: "whose clock runs"}
	keyFlag             = Key{Name: "flag", Type: Word, Words: []string{"white", "black", "both", "none"}, Help: "whose flag fell"}
	keyPrivate          = Key{Name: "private", Type: Truth, Help: "true: it is never published"}
	keyEnvelope         = Key{Name: "envelope", Type: Text, Help: "the envelope, as touchmove envelope close prints it"}
	keyCommitment       = Key{Name: "commitment", Type: Text, Help: "the commitment to the text, as touchmove envelope close prints it"}
	keySalt             = Key{Name: "salt", Type: Text, Help: "the salt, as touchmove envelope open prints it"}
	keyPaper            = Key{Name: "paper", Type: Truth, Help: "true: the move is in a paper envelope"}
	keyEvent            = Key{Name: "event", Type: Text, Help: "the tournament's name, for the PGN"}
	keySite             = Key{Name: "site", Type: Text, Help: "where it is played"}
	keyRound            = Key{Name: "round", Type: Text, Help: "the number of the round"}
	keyStartsAt         = Key{Name: "starts_at", Type: Text, Help: "when the game is to begin: RFC 3339, such as 2026-11-21T15:00:00+01:00"}
	keyTimeControl      = Key{Name: "time_control", Type: Text, Help: "the time control in PGN, in seconds, such as 40/5400+30:1800+30 or 900+10"}
	keyWhite            = Key{Name: "white", Type: Person, Help: "who plays White: name, fide_id, title, rating, federation"}
	keyBlack            = Key{Name: "black", Type: Person, Help: "who plays Black: name, fide_id, title, rating, federation"}
)
