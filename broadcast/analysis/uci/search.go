package uci

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Limits bound a search: it ends at the first one that is reached. Time is required; 0
// means that Nodes or Depth is not limited.
type Limits struct {
	Time  time.Duration
	Nodes int
	Depth int
}

// Value is the value of a position for the player to move, in hundredths of a pawn, or the
// number of moves to a mate: 3 means mate in three, -2 mated in two, 0 no mate.
type Value struct {
	Centipawns int
	Mate       int
}

// Info is the last complete line that an engine found in a search.
type Info struct {
	Depth int
	Nodes int64
	Value Value
	Line  []string // moves in UCI notation; not checked
}

// Search analyses a position, given as FEN, until a limit is reached or ctx ends; then it
// returns what was found so far, and ctx's error. Any other error is final: the engine must
// be closed.
func (e *Engine) Search(ctx context.Context, fen string, l Limits) (Info, error) {
	if e.failed != nil {
		return Info{}, e.failed
	}
	if err := e.ready(ctx); err != nil {
		return Info{}, e.fail(err)
	}
	e.say("position fen " + fen)
	e.say(l.command())
	var best Info
	take := func(line string) bool {
		if info, ok := parseInfo(line); ok {
			best = info
		}
		return line == "bestmove" || strings.HasPrefix(line, "bestmove ")
	}
	err := e.until(ctx, l.Time+grace, take)
	if err == nil {
		return best, nil
	}
	if errors.Is(err, ErrSilent) || ctx.Err() != nil {
		e.say("stop")
		if stopped := e.until(context.Background(), stopTimeout, take); stopped != nil {
			return Info{}, e.fail(stopped)
		}
		return best, ctx.Err() // nil if the engine only had to be told to stop
	}
	return Info{}, e.fail(err)
}

// fail records that the engine cannot be used any more.
func (e *Engine) fail(err error) error {
	if e.failed == nil {
		e.failed = err
	}
	return err
}

func (l Limits) command() string {
	text := fmt.Sprintf("go movetime %d", max(1, l.Time.Milliseconds()))
	if l.Nodes > 0 {
		text += fmt.Sprintf(" nodes %d", l.Nodes)
	}
	if l.Depth > 0 {
		text += fmt.Sprintf(" depth %d", l.Depth)
	}
	return text
}

// The largest values that are believed.
const (
	mostDepth      = 1000
	mostCentipawns = 100_000
	longestMate    = 500
	longestPV      = 64
)

// parseInfo parses a line of a search with a depth, an exact score and moves. It ignores
// other lines, including those of further variations and those whose score is a bound.
func parseInfo(line string) (info Info, ok bool) {
	words := strings.Fields(line)
	if len(words) == 0 || words[0] != "info" {
		return info, false
	}
	scored := false
	for i := 1; i < len(words); i++ {
		number := func(least, most int64) (int64, bool) {
			if i+1 >= len(words) {
				return 0, false
			}
			i++
			n, err := strconv.ParseInt(words[i], 10, 64)
			return n, err == nil && n >= least && n <= most
		}
		good, n := true, int64(0)
		switch words[i] {
		case "depth":
			n, good = number(0, mostDepth)
			info.Depth = int(n)
		case "nodes":
			info.Nodes, good = number(0, 1<<40)
		case "multipv":
			n, good = number(1, 256)
			good = good && n == 1
		case "cp":
			n, good = number(-mostCentipawns, mostCentipawns)
			info.Value.Centipawns, scored = int(n), true
		case "mate":
			n, good = number(-longestMate, longestMate)
			info.Value.Mate, scored = int(n), true
		case "lowerbound", "upperbound", "string":
			return info, false
		case "pv":
			info.Line = words[i+1 : min(len(words), i+1+longestPV)]
			i = len(words)
		}
		if !good {
			return info, false
		}
	}
	return info, scored && info.Depth > 0
}
