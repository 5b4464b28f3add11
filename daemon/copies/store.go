package copies

import (
	"context"
	"errors"
)

// Store is where a copy is kept. Names are relative paths with slashes. The methods are
// for one goroutine, and give up when ctx ends.
type Store interface {
	// Put returns nil once the store holds this content under a name, for good. The
	// store has the first of its bytes already, as many as have says; 0 replaces all.
	Put(ctx context.Context, name string, content []byte, have int) error
	// Get returns the content under a name; without any, errors.Is(err, ErrNone), and with a
	// part of it, errors.Is(err, ErrPart).
	Get(ctx context.Context, name string) ([]byte, error)
	// Sizes returns the size of everything in the store, by name.
	Sizes(ctx context.Context) (map[string]int64, error)
}

// ErrPart is in the chain of Get's error about a name of which the store has only a part,
// which Get returns too.
var ErrPart = errors.New("the copy has only a part of it")

// ErrNone is in the chain of Get's error about a name that the store does not have.
var ErrNone = errors.New("the copy does not have it")
