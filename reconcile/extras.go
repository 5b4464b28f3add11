package reconcile

import (
	"fmt"
	"time"

	"touchmove/internal/refusal"
	chessclock "touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors/trace"
)

// millis reads a key of milliseconds or of another number; nil if the command does not have it.
func millis(c trace.Command, key string) (*int64, error) {
	var n int64
	found, err := c.Extra.Get(key, &n)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Do, err)
	}
	if !found {
		return nil, nil
	}
	if n < 0 || n > int64(1000*time.Hour/time.Millisecond) {
		return nil, refusal.New("time-range", "{do}: {key} is {value} and must be from 0 to 1000 hours", "do", c.Do, "key", key, "value", n)
	}
	return &n, nil
}

// runsOf reads whose clock is to run: a player, or nil if the key is missing or says none.
func runsOf(c trace.Command) (*rules.Color, error) {
	var word string
	if found, err := c.Extra.Get("runs", &word); err != nil || !found {
		if err != nil {
			err = fmt.Errorf("%s: %w", c.Do, err)
		}
		return nil, err
	}
	if word == "none" {
		return nil, nil
	}
	by, err := rules.ParseColor(word)
	if err != nil {
		return nil, refusal.New("runs-word", "{do}: runs is {value:q} and must be white, black or none", "do", c.Do, "value", word)
	}
	return &by, nil
}

var sides = [2]string{"white", "black"}

// times reads white_ms and black_ms, white_moves and the like.
func times(c trace.Command) (chessclock.Setting, error) {
	var s chessclock.Setting
	for i, side := range sides {
		left, err := millis(c, side+"_ms")
		if err != nil {
			return s, err
		}
		if left != nil {
			d := time.Duration(*left) * time.Millisecond
			s.Left[i] = &d
		}
		for key, into := range map[string]**int{side + "_moves": &s.Moves[i], side + "_period": &s.Period[i]} {
			n, err := millis(c, key)
			if err != nil {
				return s, err
			}
			if n != nil {
				if *n > 10000 {
					return s, refusal.New("count-range", "{do}: {key} is {value}: no game is that long", "do", c.Do, "key", key, "value", *n)
				}
				count := int(*n)
				*into = &count
			}
		}
	}
	return s, nil
}

// reading reads what an external clock shows.
func reading(c trace.Command) (chessclock.Setting, error) {
	s, err := times(c)
	if err != nil {
		return s, err
	}
	if s.Left[rules.White] == nil || s.Left[rules.Black] == nil {
		return s, refusal.New("reading-both-times", "clock-reading: give both white_ms and black_ms")
	}
	var word string
	found, err := c.Extra.Get("runs", &word)
	if err != nil {
		return s, fmt.Errorf("clock-reading: %w", err)
	}
	if s.Runs, err = runsOf(c); err != nil {
		return s, err
	}
	s.Stands = found && s.Runs == nil
	word = ""
	if _, err := c.Extra.Get("flag", &word); err != nil {
		return s, fmt.Errorf("clock-reading: %w", err)
	}
	switch word {
	case "white", "both":
		s.Flag[rules.White] = true
	}
	switch word {
	case "black", "both":
		s.Flag[rules.Black] = true
	case "", "none", "white":
	default:
		return s, refusal.New("flag-word", "clock-reading: flag is {value:q} and must be white, black, both or none", "value", word)
	}
	return s, nil
}
