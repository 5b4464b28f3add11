package refusal

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"touchmove/rules"
)

// Reason is a refusal as programs read it.
type Reason struct {
	Code string            `json:"code"` // lower case, words joined by hyphens
	With map[string]string `json:"with"` // its particulars by name, as the sentence has them; never nil
}

// Refusal is an error with a Reason.
type Refusal struct {
	Reason
	text  string
	cause error
}

// Error is the sentence, in English.
func (r *Refusal) Error() string { return r.text }

// Unwrap is the error that is among the particulars, if one is.
func (r *Refusal) Unwrap() error { return r.cause }

var particular = regexp.MustCompile(`\{(\w+)(:q)?\}`)

// New makes a refusal. The sentence has its particulars in braces, by name, with :q
// after it in quotes; with gives them, name and value by turns, each written as fmt.Sprint writes it. A
// particular that is an error can be unwrapped. What the sentence does not have may
// be given, too: it is for programs alone.
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

// Wrap gives an error that has no reason this code, with its text as the particular
// "why". An error with a reason keeps its own, nil stays nil.
func Wrap(code string, err error) error {
	if err == nil || Of(err) != nil {
		return err
	}
	return New(code, "{why}", "why", err)
}

// Of is the reason of an error: that of the first Refusal in its chain, or what
// package rules says of a position or a move; nil when it has none.
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

// MarshalJSON writes {} for no particulars.
func (r Reason) MarshalJSON() ([]byte, error) {
	type plain Reason
	if r.With == nil {
		r.With = map[string]string{}
	}
	return json.Marshal(plain(r))
}
