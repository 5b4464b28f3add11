package main

import (
	"context"
	"io"
	"sync"
)

// sharedInput lets several readers use standard input one after the other. A reader that is done
// may still wait for a byte in a goroutine of its own. It takes no input from the next reader,
// because its reads end with its context.
type sharedInput struct {
	in    io.Reader
	start sync.Once
	bytes chan byte
}

func newSharedInput(in io.Reader) *sharedInput { return &sharedInput{in: in, bytes: make(chan byte)} }

// until returns the input until ctx ends.
func (s *sharedInput) until(ctx context.Context) io.Reader { return &leasedInput{s, ctx} }

// pump reads ahead for the readers. It ends with the input, or stays blocked in a read.
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

// Read implements io.Reader. It returns one byte at a time.
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
