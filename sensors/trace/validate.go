package trace

import (
	"fmt"
	"slices"
	"strings"

	"touchmove/rules"
)

// Validate returns nil if a trace may contain the command: a known Do with the keys
// it needs, and no key with a meaningless value. The error names the command and
// the key and says what is allowed. Validate does not check whether the command
// fits the game.
func (c Command) Validate() error {
	if err := c.validate(); err != nil {
		return err
	}
	if err := c.Extra.checkCanonical(); err != nil {
		return fmt.Errorf("%s: %w", c.Do, err)
	}
	return nil
}

func (c Command) validate() error {
	if c.Do == "" {
		return fmt.Errorf("command without a \"do\": write what is done, one of %s", allDo())
	}
	kind, ok := CommandKindOf(c.Do)
	if !ok {
		return fmt.Errorf("do %q is not known: write one of %s", c.Do, allDo())
	}
	if err := kind.checkBy(c.By); err != nil {
		return err
	}
	for _, key := range kind.Keys {
		if key.Needed && !c.has(key.Name) {
			return fmt.Errorf("%s without a %q: add it", c.Do, key.Name)
		}
	}
	if err := c.checkValues(kind); err != nil {
		return fmt.Errorf("%s: %w", c.Do, err)
	}
	return nil
}

func (k *CommandKind) checkBy(word string) error {
	words := k.By.Words()
	known := slices.Contains(words, word)
	switch {
	case known, word == "" && k.By == Anybody:
		return nil
	case word == "":
		return fmt.Errorf("%s without a \"by\": add %s", k.Name, either(words))
	case k.By == Players:
		return fmt.Errorf("%s: by is %q and must be the player, %s", k.Name, word, either(words))
	}
	return fmt.Errorf("%s: by is %q and must be %s", k.Name, word, either(words))
}

// either joins words with commas and "or": "white, black or arbiter".
func either(words []string) string {
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

func (c *Command) has(key string) bool {
	switch key {
	case "ply":
		return c.Ply != 0 || c.AtStart
	case "plies":
		return c.Plies != 0
	}
	if i := slices.Index(commandKeys[:], key); i >= 0 {
		return *c.texts()[i] != ""
	}
	var value any
	found, err := c.Extra.Get(key, &value)
	return found && err == nil
}

// checkValues checks every key that is set, whether the command needs it or not, so
// that no command carries nonsense into the journal.
func (c Command) checkValues(kind *CommandKind) error {
	what, _ := kind.Key("what")
	if err := oneOf("what", c.What, what.Words); err != nil {
		return err
	}
	if err := oneOf("piece", c.Piece, promotions); err != nil {
		return err
	}
	if err := oneOf("result", c.Result, results); err != nil {
		return err
	}
	if c.Square != "" {
		if _, err := rules.ParseSquare(c.Square); err != nil {
			return fmt.Errorf("square: %w", err)
		}
	}
	if c.To != "" {
		if _, err := rules.ParseColor(c.To); err != nil {
			return fmt.Errorf("to: %w", err)
		}
	}
	if c.UCI != "" {
		if err := checkUCI(c.UCI); err != nil {
			return fmt.Errorf("uci: %w", err)
		}
	}
	if c.Ply < 0 || c.Plies < 0 {
		return fmt.Errorf("half-moves are counted from 1, not %d", min(c.Ply, c.Plies))
	}
	if c.FEN != "" {
		if _, err := rules.ParseFEN(c.FEN); err != nil {
			return fmt.Errorf("fen: %w", err)
		}
	}
	if c.Variant != "" {
		if _, err := rules.ParseVariant(c.Variant); err != nil {
			return fmt.Errorf("variant: %w", err)
		}
	}
	return nil
}

func oneOf(key, word string, words []string) error {
	if word == "" || words == nil || slices.Contains(words, word) {
		return nil
	}
	return fmt.Errorf("%s is %q and must be one of %s", key, word, strings.Join(words, ", "))
}

// checkUCI checks that the text has the form of a move. Only the game can say
// whether the move is legal.
func checkUCI(text string) error {
	ok := len(text) == 4 || len(text) == 5 && strings.IndexByte("qrbn", text[4]) >= 0
	if ok {
		_, from := rules.ParseSquare(text[:2])
		_, to := rules.ParseSquare(text[2:4])
		ok = from == nil && to == nil && text[:2] != text[2:4]
	}
	if !ok {
		return fmt.Errorf("%q is not a move: write from and to, such as e2e4, and the new piece of a promotion, such as a7a8q", text)
	}
	return nil
}

// allDo lists the commands for an error message.
func allDo() string {
	names := make([]string, len(commandTable))
	for i, k := range commandTable {
		names[i] = k.Name
	}
	return strings.Join(names, ", ")
}
