// Package livetest has what tests need of programs and connections while they run.
package livetest

import (
	"bytes"
	"sync"
)

// Output keeps what is written to it, a log for example. It can be read while others write. The
// zero value is ready to use.
type Output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (o *Output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

// String returns what has been written so far.
func (o *Output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}
