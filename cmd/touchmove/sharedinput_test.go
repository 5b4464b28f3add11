package main

import (
	"bufio"
	"context"
	"io"
	"testing"
)

// A reader whose context has ended takes nothing from the next one, even if it still
// waits for input.
func TestSharedInput(t *testing.T) {
	in, typed := io.Pipe()
	shared := newSharedInput(in)
	ctx, stop := context.WithCancel(t.Context())
	first := make(chan string, 8)
	go func() {
		defer close(first)
		for s := bufio.NewScanner(shared.until(ctx)); s.Scan(); {
			first <- s.Text()
		}
	}()
	io.WriteString(typed, "one\n")
	if got := <-first; got != "one" {
		t.Errorf("the first reads %q", got)
	}
	stop()
	if got, more := <-first; more {
		t.Errorf("after its end the first reads %q", got)
	}
	go func() { io.WriteString(typed, "two\n"); typed.Close() }()
	got, err := io.ReadAll(shared.until(t.Context()))
	if err != nil || string(got) != "two\n" {
		t.Errorf("the second reads %q, %v", got, err)
	}
}
