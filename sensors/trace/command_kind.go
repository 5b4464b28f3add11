package trace

import (
	"regexp"
	"slices"
	"strings"

	"touchmove/rules"
)

// CommandKind is a row of the table of commands: what there is to know of one command,
// but for what it does to the game (package reconcile, effects).
type CommandKind struct {
	Name  string  // what a Command calls it in Do
	Help  string  // what giving it does, as an order: "Stop the clocks"; no full stop
	Page  string  // the group of forms on the arbiter's page; empty: none, it is beside them
	Done  string  // what is said once it is done; keys of the command are in braces
	By    Speaker // whom its "by" may name
	Keys  []Key   // that it takes beside "id" and "by"; the needed ones first
	Cases []Case  // who may give it and what it does: one case, or one for each of several words

	Undoable bool // an undo puts back what was before it
	Unlogged bool // it is no action of the log: the clock gives it, or a program

	Ends          []Ending // the alarms that it ends
	AnswersClaims bool     // claims of a breach ring no more: the arbiter has acted
}

// Speaker is whom a command's "by" may name.
type Speaker uint8

// The speakers. The zero value is white, black or arbiter, where anybody is named.
const (
	Anybody   Speaker = iota
	Everybody         // white, black or arbiter, and one of them has to be named
	Players           // white or black, and one of them has to be named
)

// Words are what "by" may be.
func (s Speaker) Words() []string {
	if s == Players {
		return []string{"white", "black"}
	}
	return []string{"white", "black", "arbiter"}
}

// Case is what a command does and who may give it, for all of it or for some of its
// words.
type Case struct {
	Words   []string // of its "what" or, in a penalty, "kind"; nil: every word
	Who     []Role
	When    string // what must be the case
	Game    string // what it does to the game
	Clock   string // to the clock
	Record  string // to the record
	Undo    string // how it is taken back, where that is neither "yes" nor not at all
	Confirm bool   // shown before it is confirmed: it ends a game, changes time or takes back moves
	Guide   bool   // pieces may have to be put elsewhere: the guide says which

	// Articles of 1953, 1997, 2001, 2005, 2009, 2014, 2018 and 2023, with a space
	// between them; "-" has none. Empty: none has.
	Articles string
}

// Ending is an alarm that a command ends.
type Ending struct {
	Alarm string             // its id, as on the topic alarms
	Key   string             // the key of the command that names the cause; empty: every cause
	If    func(Command) bool // nil: always
}

// Cause is the cause of the alarm that the command ends; empty: every cause. False: it
// ends none.
func (e Ending) Cause(c Command) (cause string, ends bool) {
	if e.If != nil && !e.If(c) {
		return "", false
	}
	if e.Key == "" {
		return "", true
	}
	cause = c.Word(e.Key)
	return cause, cause != ""
}

var (
	arbiters = []Role{Assistant, Chief}
	chief    = []Role{Chief}
	anyone   = []Role{Player, Assistant, Chief}
	everyone = []Role{Player, Assistant, Chief, Technician}
)

// Commands lists every command that a trace may hold, in the order of docs/trace.md.
// What the rows hold is shared: the caller must not change it.
func Commands() []CommandKind { return slices.Clone(commandTable) }

// CommandKindOf returns the row of the command of that name; false when there is none.
func CommandKindOf(name string) (*CommandKind, bool) {
	if i := slices.IndexFunc(commandTable, func(k CommandKind) bool { return k.Name == name }); i >= 0 {
		return &commandTable[i], true
	}
	return nil, false
}

// Key returns the key of that name; false when the command has none.
func (k *CommandKind) Key(name string) (Key, bool) {
	if name == "by" && k.By != Anybody {
		return k.by(), true
	}
	for _, key := range k.Keys {
		if key.Name == name {
			return key, true
		}
	}
	return Key{}, false
}

// Sentence says that a command of this kind is done, as in "White resigned."
func (k *CommandKind) Sentence(c Command) string {
	said := braces.ReplaceAllStringFunc(k.Done, func(key string) string {
		word := c.Word(strings.Trim(key, "{}"))
		if slices.Contains(sides, word) {
			return strings.ToUpper(word[:1]) + word[1:]
		}
		return strings.ReplaceAll(word, "_", " ")
	})
	return strings.ToUpper(said[:1]) + said[1:]
}

var braces = regexp.MustCompile(`\{[a-z_]+\}`)

// UndoText says how a case of the command is taken back; "-" is not at all.
func (k *CommandKind) UndoText(c Case) string {
	switch {
	case c.Undo != "":
		return c.Undo
	case k.Undoable:
		return "yes"
	}
	return "-"
}

// Case finds the row of the command that this one is, and the case of the row; false
// when there is none.
func (c Command) Case() (*CommandKind, Case, bool) {
	kind, ok := CommandKindOf(c.Do)
	if !ok {
		return nil, Case{}, false
	}
	word := c.What
	if c.Do == DoPenalty {
		word = ""
		if _, err := c.Extra.Get("kind", &word); err != nil {
			return nil, Case{}, false
		}
	}
	for _, is := range kind.Cases {
		if is.Words == nil || slices.Contains(is.Words, word) {
			return kind, is, true
		}
	}
	return nil, Case{}, false
}

// Article is the article of an edition that the case rests on, empty when the edition
// has none.
func (c Case) Article(l rules.Laws) string {
	fields := strings.Fields(c.Articles)
	if int(l) >= len(fields) || fields[l] == "-" {
		return ""
	}
	return fields[l]
}
