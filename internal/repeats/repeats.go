// Package repeats tells a new error from the one that was there before, so that what is tried
// again and again is logged once.
package repeats

// Error is the last error of something that is tried again and again. The zero value has had
// none. It is for one goroutine at a time.
type Error struct{ text string }

// New reports whether err has another text than the error before it. nil is not new; after it
// every error is.
func (e *Error) New(err error) bool {
	before := e.text
	if e.text = ""; err != nil {
		e.text = err.Error()
	}
	return err != nil && e.text != before
}
