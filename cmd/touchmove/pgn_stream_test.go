package main

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"touchmove/rules"
)

// endless returns the same game again and again, and counts the bytes read.
type endless struct {
	game  string
	left  int // games not returned yet
	rest  string
	given int // bytes read so far
}

func (e *endless) Read(p []byte) (int, error) {
	if e.rest == "" {
		if e.left == 0 {
			return 0, io.EOF
		}
		e.left--
		e.rest = e.game
	}
	n := copy(p, e.rest)
	e.rest = e.rest[n:]
	e.given += n
	return n, nil
}

// firstWrite records how many bytes of input had been read when the output began.
type firstWrite struct {
	bytes.Buffer
	in *endless
	at int
}

func (w *firstWrite) Write(p []byte) (int, error) {
	if w.at == 0 {
		w.at = w.in.given
	}
	return w.Buffer.Write(p)
}

// Games are written before all input is read, so a file may be larger than memory.
func TestPGNStreams(t *testing.T) {
	const game = "[Event \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 {the Morphy defence} *\n\n"
	const games = 20_000
	for _, args := range [][]string{
		{"pgn", "normalise", "-"},
		{"pgn", "convert", "--to", "uci", "-"},
		{"pgn", "convert", "--language", "de", "-"},
	} {
		in := &endless{game: game, left: games}
		out := &firstWrite{in: in}
		if status := run(args, &console{in: in, out: out, err: io.Discard}); status != exitDone {
			t.Errorf("%v: exit status %d", args, status)
		}
		if out.at == 0 || out.at > in.given/2 {
			t.Errorf("%v: nothing written before %d of %d bytes were read", args, out.at, in.given)
		}
	}
}

// convert changes only the language: real games pass through all languages, one
// after the other, and come back unchanged.
func TestPGNRoundThroughLanguages(t *testing.T) {
	const file = "../../rules/testdata/games-chess960.pgn"
	status, text, stderr := call(t, "", "pgn", "normalise", file)
	if status != exitDone {
		t.Fatal(stderr)
	}
	want, from := text, "en"
	for _, to := range []string{"es", "pt", "de", "fr", "it", "nl", "figurine", "english"} {
		for _, style := range []string{"fide", "pgn"} {
			if status, text, stderr = call(t, text, "pgn", "convert", "--from", from, "--language", to, "--style", style, "-"); status != exitDone {
				t.Fatalf("from %s to %s in style %s: %s", from, to, style, stderr)
			}
			from = to
		}
	}
	if text != want || strings.Count(want, "[Variant \"Chess960\"]") != 8 {
		t.Errorf("games come back as\n%s\nnot\n%s", text, want)
	}
}

// The statistics agree with the README beside the games, which says what they were
// chosen for.
func TestPGNStatsOfRealGames(t *testing.T) {
	s := newPGNStatistics()
	c := &console{in: strings.NewReader(""), out: io.Discard, err: io.Discard}
	files := []string{"../../rules/testdata/games-otb.pgn", "../../rules/testdata/games-chess960.pgn"}
	if err := eachWhole(c, files, "en", s.add, s.addFile); err != nil {
		t.Fatal(err)
	}
	if s.Games != 50 || s.Chess960 != 8 || s.SetUp != 8 || s.Broken != 0 {
		t.Errorf("%d games, %d of Chess960, %d set up, %d broken", s.Games, s.Chess960, s.SetUp, s.Broken)
	}
	sum := func(m map[string]int) (n int) {
		for _, v := range m {
			n += v
		}
		return n
	}
	if sum(s.Results) != s.Games || sum(s.Ends) != s.Games {
		t.Errorf("results %v and ends %v are not of %d games", s.Results, s.Ends, s.Games)
	}
	var promotions, enPassant int
	for _, file := range files {
		_, text, _ := call(t, "", "pgn", "convert", "--to", "san", "--style", "fide", file)
		enPassant += strings.Count(text, " e.p.")
		for _, word := range strings.Fields(text) {
			if n := len(strings.TrimRight(word, "+")); n > 2 && strings.ContainsAny(word[n-1:n], "QRBN") {
				promotions++
			}
		}
	}
	if sum(s.Promotions) != promotions || s.EnPassant != enPassant || enPassant == 0 {
		t.Errorf("%v promotions and %d captures en passant, but the moves show %d and %d", s.Promotions, s.EnPassant, promotions, enPassant)
	}
	for _, name := range []rules.Termination{rules.Checkmate, rules.Stalemate, rules.DeadPosition} {
		if s.Ends[name.String()] == 0 {
			t.Errorf("no game ends with %v", name)
		}
	}
}
