package refusal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"testing"

	"touchmove/rules"
)

func TestNew(t *testing.T) {
	for _, c := range []struct {
		err    error
		text   string
		reason Reason
		cause  error
	}{
		{New("sealed", "seal: a move is sealed"), "seal: a move is sealed", Reason{"sealed", map[string]string{}}, nil},
		{New("undone", "action {number} was undone by {by}", "number", 4, "by", 5), "action 4 was undone by 5", Reason{"undone", map[string]string{"number": "4", "by": "5"}}, nil},
		{New("word", "what is {what:q}, {other}", "what", `a "b"`), `what is "a \"b\"", {other}`, Reason{"word", map[string]string{"what": `a "b"`}}, nil},
		{New("early", "{player} has {left}", "player", rules.Black, "left", "2m", "left_ms", 120000), "black has 2m", Reason{"early", map[string]string{"player": "black", "left": "2m", "left_ms": "120000"}}, nil},
		{New("open", "open: {why}", "why", fs.ErrNotExist), "open: file does not exist", Reason{"open", map[string]string{"why": "file does not exist"}}, fs.ErrNotExist},
	} {
		if c.err.Error() != c.text {
			t.Errorf("says %q, want %q", c.err, c.text)
		}
		if got := Of(fmt.Errorf("set-clock: %w", c.err)); got == nil || !reflect.DeepEqual(*got, c.reason) {
			t.Errorf("%q: reason %v, want %v", c.text, got, c.reason)
		}
		if c.cause != nil && !errors.Is(c.err, c.cause) {
			t.Errorf("%q does not unwrap to %v", c.text, c.cause)
		}
	}
}

// Errors of package rules about positions and moves have codes too. Every other error gets
// the code that it is wrapped in, and keeps its text.
func TestOf(t *testing.T) {
	_, noKing := func() (rules.Position, error) {
		s, err := rules.ParseFEN("8/8/8/8/8/8/8/4K3 w - - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		return rules.NewPosition(s, rules.Standard)
	}()
	_, short := rules.ParseFEN("8/8")
	start := rules.StartPosition()
	_, illegal := start.ParseUCI("e2e5")
	_, unread := start.ParseUCI("castles")
	for _, c := range []struct {
		err  error
		code string
	}{
		{noKing, "position-no-king"}, {short, "position-bad-field-count"}, {illegal, "move-illegal"}, {unread, "move-invalid"}, {errors.New("x"), "malformed"},
		{New("own", "x"), "own"},
	} {
		wrapped := Wrap("malformed", fmt.Errorf("before: %w", c.err))
		if got := Of(wrapped); got == nil || got.Code != c.code || wrapped.Error() != "before: "+c.err.Error() {
			t.Errorf("%v: %v %q, want %s", c.err, got, wrapped, c.code)
		}
	}
	if Of(nil) != nil || Wrap("x", nil) != nil || Of(errors.New("x")) != nil {
		t.Error("a reason of nothing")
	}
}

func TestReasonJSON(t *testing.T) {
	for want, r := range map[string]Reason{`{"code":"a","with":{}}`: {Code: "a"}, `{"code":"b","with":{"n":"1"}}`: {"b", map[string]string{"n": "1"}}} {
		if got, err := json.Marshal(r); err != nil || string(got) != want {
			t.Errorf("%s %v, want %s", got, err, want)
		}
	}
}
