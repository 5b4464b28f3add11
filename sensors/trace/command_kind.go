package trace

import (
	"regexp"
	"slices"
	"strings"

	"touchmove/rules"
)

// CommandKind is a row of the table of commands: everything about one command except
// what it does to the game (package reconcile, effects).
type CommandKind struct {
	Name    string  // the value of Do in a Command
	Help    string  // what the command does, as an imperative: "Stop the clocks"; no full stop
	Page    string  // the group of forms on the arbiter's page; empty if its form is not in a group
	Done    string  // the sentence that reports it, with keys of the command in braces
	By      Speaker // whom "by" may name
	Keys    []Key   // its keys besides "id" and "by"; required ones first
	Example string  // keys of an example call of touchmove ctl; empty if the required ones are enough
	Cases   []Case  // who may give it and what it does: one case, or one for each of several words

	Undoable bool // an undo restores what was before
	Final    bool // nor can an undo restore what was before any earlier command of the game
	Spoken   bool // said at the board: an undo of an earlier command does not unsay it
	Unlogged bool // not in the log of actions: the clock or a program gives it
	Fleeting bool // nothing is published of it as a rule, and a program may give it each second

	Ends          []Ending // the alarms that it ends
	AnswersClaims bool     // it also ends the alarms for claims of a breach: the arbiter has acted
}

// Speaker says whom a command's "by" may name.
type Speaker uint8

// The speakers. The zero value allows white, black or arbiter, but requires none.
const (
	Anybody   Speaker = iota
	Everybody         // white, black or arbiter; one of them is required
	Players           // white or black; one of them is required
)

// Words returns the values that "by" may have.
func (s Speaker) Words() []string {
	if s == Players {
		return []string{"white", "black"}
	}
	return []string{"white", "black", "arbiter"}
}

// Case says what a command does and who may give it, for all or some of its words.
type Case struct {
	Words   []string // values of its "what" or, in a penalty, "kind"; nil means every word
	Who     []Role
	When    string // what must be the case
	Game    string // what it does to the game
	Clock   string // what it does to the clock
	Record  string // what it does to the record
	Undo    string // how it is taken back, if the answer is not simply yes or no
	Confirm bool   // shown for confirmation: it ends a game, changes time or takes back moves
	Guide   bool   // pieces may have to be moved: the guide says which

	// Articles of 1953, 1997, 2001, 2005, 2009, 2014, 2018 and 2023, separated by
	// spaces; "-" means that the edition has none. Empty if no edition has one.
	Articles string
}

// Ending is an alarm that a command ends.
type Ending struct {
	Alarm string             // its id, as on the topic alarms
	Key   string             // the command's key that names the cause; empty means every cause
	If    func(Command) bool // condition; nil means always
}

// Cause returns the cause of the alarm that the command ends; empty means every cause.
// ends is false if it ends none.
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

// Commands returns every command that a trace may contain, in the order of
// docs/trace.md. The contents of the rows are shared: the caller must not change them.
func Commands() []CommandKind { return slices.Clone(commandTable) }

// CommandKindOf returns the row of the command with that name; false if there is none.
func CommandKindOf(name string) (*CommandKind, bool) {
	if i := slices.IndexFunc(commandTable, func(k CommandKind) bool { return k.Name == name }); i >= 0 {
		return &commandTable[i], true
	}
	return nil, false
}

// Key returns the key with that name; false if the command has none.
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

// Particulars returns the names of the keys that Done inserts, in their order.
func (k *CommandKind) Particulars() (names []string) {
	for _, key := range braces.FindAllString(k.Done, -1) {
		names = append(names, strings.Trim(key, "{}"))
	}
	return names
}

var braces = regexp.MustCompile(`\{[a-z_]+\}`)

// UndoText says how a case of the command is taken back; "-" means not at all.
func (k *CommandKind) UndoText(c Case) string {
	switch {
	case c.Undo != "":
		return c.Undo
	case k.Undoable:
		return "yes"
	}
	return "-"
}

// Case returns the row and the case for this command; nil if there is no such row, and false if none of
// its cases has the command's word.
func (c Command) Case() (*CommandKind, Case, bool) {
	kind, ok := CommandKindOf(c.Do)
	if !ok {
		return nil, Case{}, false
	}
	word := c.word()
	for _, is := range kind.Cases {
		if is.Words == nil || slices.Contains(is.Words, word) {
			return kind, is, true
		}
	}
	return kind, Case{}, false
}

// decides returns the key whose word decides which case it is: "what" or, in a penalty, "kind".
func (k *CommandKind) decides() string {
	if k.Name == DoPenalty {
		return "kind"
	}
	return "what"
}

// words returns the words of all cases.
func (k *CommandKind) words() (all []string) {
	for _, is := range k.Cases {
		all = append(all, is.Words...)
	}
	return all
}

// word returns the word that decides which case it is.
func (c Command) word() string {
	if c.Do == DoPenalty {
		return c.Word("kind")
	}
	return c.What
}

// Idle returns the first key of the command that does nothing with its "what" or "kind", and that
// word; false if there is none.
func (c Command) Idle() (key, word string, is bool) {
	kind, ok := CommandKindOf(c.Do)
	if !ok {
		return "", "", false
	}
	word = c.word()
	for _, k := range kind.Keys {
		if k.Of != nil && c.Word(k.Name) != "" && !slices.Contains(k.Of, word) {
			return k.Name, word, true
		}
	}
	return "", word, false
}

// Article returns the article of an edition on which the case rests, or "" if the
// edition has none.
func (c Case) Article(l rules.Laws) string {
	fields := strings.Fields(c.Articles)
	if int(l) >= len(fields) || fields[l] == "-" {
		return ""
	}
	return fields[l]
}
