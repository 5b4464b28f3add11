package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"touchmove/rules"
)

// The line that dead prints is a proof: legal moves that end in checkmate by the side named.
func TestDeadLine(t *testing.T) {
	for _, fen := range []string{
		"8/6k1/8/8/2R5/8/8/5K2 w - - 0 1",
		"7k/8/8/8/8/5K2/2P5/8 w - - 0 1",
		"N7/8/8/8/6k1/4q3/8/K7 w - - 0 1",
		"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
		rules.StartFEN,
	} {
		status, stdout, stderr := call(t, "", "dead", "--json", fen)
		var a struct {
			FEN    string
			Line   []string
			LineBy string `json:"line_by"`
		}
		if err := json.Unmarshal([]byte(stdout), &a); err != nil || status != exitDone {
			t.Errorf("%s: exit status %d, %q, %v, %s", fen, status, stdout, err, stderr)
			continue
		}
		p, err := readPosition(fen, rules.Standard)
		if err != nil {
			t.Fatal(err)
		}
		for _, uci := range a.Line {
			m, err := p.ParseUCI(uci)
			if err != nil {
				t.Fatalf("%s: %v", fen, err)
			}
			p = p.After(m)
		}
		if loser := map[string]rules.Color{"white": rules.Black, "black": rules.White}[a.LineBy]; !p.IsCheckmate() || p.Turn() != loser || a.FEN != fen {
			t.Errorf("%s: the line %v by %q ends in %s", fen, a.Line, a.LineBy, p.FEN())
		}
	}
}

// Every position with a known answer gets that answer, in words and as JSON, one by one and
// from standard input.
func TestDeadData(t *testing.T) {
	data, err := os.ReadFile("../../rules/testdata/dead-positions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	type row struct{ verdict, fen string }
	var rows []row
	var fens []string
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		cells := strings.Split(line, "\t")
		rows = append(rows, row{cells[0], cells[1]})
		fens = append(fens, cells[1])
	}
	if len(rows) < 24 {
		t.Fatalf("only %d rows", len(rows))
	}
	word := func(verdict string, i int) string {
		if verdict[i] == '-' {
			return "cannot"
		}
		return "can"
	}

	for _, r := range rows {
		status, stdout, stderr := call(t, "", "dead", r.fen)
		want := []string{r.fen, "  white  " + word(r.verdict, 0), "  black  " + word(r.verdict, 1)}
		if r.verdict == "--" {
			want = append(want, "  a dead position: the game is drawn")
		}
		lines := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
		if status != exitDone || stderr != "" || len(lines) != len(want) {
			t.Errorf("%s: exit status %d, %q, %s", r.fen, status, stdout, stderr)
			continue
		}
		for i, line := range lines {
			if got := strings.SplitN(line, ":", 2)[0]; strings.TrimRight(strings.SplitN(got, " (", 2)[0], " ") != want[i] && line != want[i] {
				t.Errorf("%s: %q, want %q", r.fen, line, want[i])
			}
		}
	}

	status, stdout, stderr := call(t, strings.Join(fens, "\n")+"\n", "dead", "--json")
	answers := json.NewDecoder(strings.NewReader(stdout))
	for _, r := range rows {
		var a deadAnswer
		if err := answers.Decode(&a); err != nil {
			t.Fatalf("%s: %v, exit status %d, %s", r.fen, err, status, stderr)
		}
		if a.FEN != r.fen || a.White != word(r.verdict, 0) || a.Black != word(r.verdict, 1) || a.Dead != (r.verdict == "--") {
			t.Errorf("%s: %+v, want %s", r.fen, a, r.verdict)
		}
		if (a.White == "can") != (a.WhiteProof == "line") || (a.Black == "can") != (a.BlackProof == "line") || a.WhiteProof == "none" || a.BlackProof == "none" {
			t.Errorf("%s: proofs %s and %s", r.fen, a.WhiteProof, a.BlackProof)
		}
	}
	if answers.More() || status != exitDone {
		t.Errorf("more than one answer a row, or exit status %d", status)
	}
}

// interruptedLater is a context that is not done when the command starts but is done when the
// search looks.
type interruptedLater struct {
	context.Context
	asked int
	done  chan struct{}
}

func (c *interruptedLater) Done() <-chan struct{} { return c.done }
func (c *interruptedLater) Err() error {
	if c.asked++; c.asked == 1 {
		return nil
	}
	return context.Canceled
}

// An interrupted search prints what it knows so far and claims no more.
func TestDeadInterruptedSearch(t *testing.T) {
	// White cannot win, as the closure shows at once; Black has a mate, but far away.
	const fen = "1k6/1p1p1p1p/pPpPpPpP/P1P1P1Pb/7B/5b2/4b3/B6K w - - 0 1"
	for _, asJSON := range []bool{false, true} {
		ctx := &interruptedLater{Context: t.Context(), done: make(chan struct{})}
		close(ctx.done)
		var out bytes.Buffer
		d := dead{ctx: ctx, out: bufio.NewWriter(&out), json: asJSON, budget: rules.Budget{Positions: 100_000_000, Done: ctx.Done()}}
		if err := d.answer(fen); !errors.Is(err, errInterrupted) {
			t.Errorf("the error is %v", err)
		}
		want := fen + "\n  white  cannot (by closure)\n  black  undecided: interrupted after "
		if asJSON {
			want = `{"fen":"` + fen + `","white":"cannot","black":"undecided","dead":false,"line":[],"white_proof":"closure","black_proof":"none","nodes":`
		}
		if !strings.HasPrefix(out.String(), want) {
			t.Errorf("printed %q, want %q", out.String(), want)
		}
	}
}

// The program answers each line before it reads the next. An interrupt ends it even while it
// waits for a line.
func TestDeadInterrupt(t *testing.T) {
	program, err := exec.LookPath("touchmove") // this test binary, found under the program's name
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program, "dead", "--json")
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	answers := bufio.NewScanner(out)
	for range 2 {
		if _, err := io.WriteString(in, "8/8/7k/8/1B4K1/8/3B3B/8 b - - 0 1\n"); err != nil {
			t.Fatal(err)
		}
		if !answers.Scan() || !strings.Contains(answers.Text(), `"dead":true`) {
			t.Fatalf("answered %q, %v", answers.Text(), answers.Err())
		}
	}
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	for answers.Scan() {
		t.Errorf("after the interrupt: %q", answers.Text())
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitFailed || stderr.String() != "touchmove: interrupted\n" {
		t.Errorf("it ended with %v and said %q", err, stderr.String())
	}
}
