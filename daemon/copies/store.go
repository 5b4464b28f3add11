package copies

import (
	"context"
	"errors"

	"touchmove/daemon/journal"
)

// mostFile is the length in bytes of the longest file that is copied, and of the longest that is read from a
// copy, where anybody may have put a longer one: the boards of the process share the memory. A longer one is
// named, and the others are copied.
const mostFile = journal.Longest

// Store is where a copy is kept. Names are relative paths with slashes. The methods are for
// one goroutine, and give up when ctx ends.
type Store interface {
	// Put stores content under a name, and returns nil once the store holds it durably. The
	// store already has the first have bytes of it; with 0 the content replaces everything.
	Put(ctx context.Context, name string, content []byte, have int) error
	// Get returns the content under a name. The error is ErrNone if there is none, and
	// ErrPart if there is only a part (errors.Is).
	Get(ctx context.Context, name string) ([]byte, error)
	// Sizes returns the size of everything in the store, by name.
	Sizes(ctx context.Context) (map[string]int64, error)
}

// ErrPart is in the chain of Get's error about a name of which the store has only a part;
// Get returns this part too.
var ErrPart = errors.New("the copy has only a part of it")

// ErrNone is in the chain of Get's error about a name that the store does not have.
var ErrNone = errors.New("the copy does not have it")

// ErrAnother is in the chain of the error of a store that is not the one whose Sizes were
// looked up: its disk was taken away and another one, or the same, is there. Sizes shows what
// it has.
var ErrAnother = errors.New("another disk is there, or the same one again")
