package main

import (
	"context"
	"io"
	"sync"
)

// sharedInput is standard input for several readers one after the other. A reader that is done, but still waits
// for a byte in a goroutine of its own, takes none from the next: its reads end with its context.
type sharedInput struct {
	in    io.Reader
	start sync.Once
	bytes chan byte
}

func newSharedInput(in io.Reader) *sharedInput { return &sharedInput{in: in, bytes: make(chan byte)} }

// until is the input up to the end of ctx.
func (s *sharedInput) until(ctx context.Context) io.Reader { return &leasedInput{s, ctx} }

// pump reads ahead of whoever waits. It ends with the input, or is left behind waiting for it.
func (s *sharedInput) pump() {
	defer close(s.bytes)
	buf := make([]byte, 512)
	for {
		n, err := s.in.Read(buf)
		for _, b := range buf[:n] {
			s.bytes <- b
		}
		if err != nil {
			return
		}
	}
}

type leasedInput struct {
	*sharedInput
	ctx context.Context
}

// Read implements io.Reader, a byte at a time.
func (l *leasedInput) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	if l.ctx.Err() != nil {
		return 0, io.EOF
	}
	l.start.Do(func() { go l.pump() })
	select {
	case b, more := <-l.bytes:
		if !more {
			return 0, io.EOF
		}
		p[0] = b
		return 1, nil
	case <-l.ctx.Done():
		return 0, io.EOF
	}
}
