package refusal

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"touchmove/rules"
)

// Reason is the part of a refusal that programs read.
type Reason struct {
	Code string            `json:"code"` // lower case, words joined by hyphens
	With map[string]string `json:"with"` // its particulars by name, as in the sentence; never nil
}

// Refusal is an error with a Reason.
type Refusal struct {
	Reason
	text  string
	cause error
}

// Error returns the sentence, in English.
func (r *Refusal) Error() string { return r.text }

// Unwrap returns the error that is one of the particulars, or nil.
func (r *Refusal) Unwrap() error { return r.cause }

var particular = regexp.MustCompile(`\{(\w+)(:q)?\}`)

// New makes a refusal. In the sentence, a particular is its name in braces, with :q after
// the name if the value is to be quoted. with alternates the names and values of the
// particulars; values are formatted as by fmt.Sprint. If a value is an error, Unwrap
// returns it. Particulars that do not occur in the sentence are for programs alone.
func New(code, sentence string, with ...any) error {
	r := &Refusal{Reason: Reason{code, map[string]string{}}}
	for i := 0; i+1 < len(with); i += 2 {
		r.With[with[i].(string)] = fmt.Sprint(with[i+1])
		if err, ok := with[i+1].(error); ok {
			r.cause = err
		}
	}
	r.text = particular.ReplaceAllStringFunc(sentence, func(place string) string {
		name, quoted := strings.CutSuffix(strings.Trim(place, "{}"), ":q")
		value, ok := r.With[name]
		switch {
		case !ok:
			return place
		case quoted:
			return fmt.Sprintf("%q", value)
		}
		return value
	})
	return r
}

// Wrap gives an error without a reason this code, with the error's text as the particular
// "why". An error that has a reason is returned as it is; nil stays nil.
func Wrap(code string, err error) error {
	if err == nil || Of(err) != nil {
		return err
	}
	return New(code, "{why}", "why", err)
}

// Of returns the reason of an error: that of the first Refusal in its chain, or one made
// from an error of package rules about a position or a move. It returns nil if there is
// none.
func Of(err error) *Reason {
	var r *Refusal
	if errors.As(err, &r) {
		return &r.Reason
	}
	var setup *rules.SetupError
	if errors.As(err, &setup) {
		return &Reason{"position-" + strings.ReplaceAll(string(setup.Reason), "_", "-"), map[string]string{"fen": setup.FEN}}
	}
	var move *rules.MoveError
	if errors.As(err, &move) {
		code := "move-invalid"
		switch {
		case errors.Is(err, rules.ErrIllegalMove):
			code = "move-illegal"
		case errors.Is(err, rules.ErrAmbiguousMove):
			code = "move-ambiguous"
		}
		return &Reason{code, map[string]string{"move": move.Text}}
	}
	return nil
}

// MarshalJSON writes {} if there are no particulars.
func (r Reason) MarshalJSON() ([]byte, error) {
	type plain Reason
	if r.With == nil {
		r.With = map[string]string{}
	}
	return json.Marshal(plain(r))
}
