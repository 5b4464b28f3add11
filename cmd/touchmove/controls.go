package main

import (
	"fmt"
	"strconv"

	"touchmove/broadcast/broker"
	"touchmove/sensors/sim/simboard"
)

// speeds are the steps of the keys + and -.
var speeds = []float64{0.25, 0.5, 1, 2, 5, 10, 20, 50, 100}

// simulationControls are the keys of a simulated board: its time, and a chip
// to pull.
func simulationControls(s *simboard.Simulation) []control {
	none := func() string { return "" }
	return []control{
		{
			key: "space", shown: "space",
			word: func() string {
				if s.Halted() {
					return "go on"
				}
				return "pause"
			},
			press: func() string {
				s.Halt(!s.Halted())
				return ""
			},
		},
		{key: "+", shown: "+ -", word: func() string { return "speed " + times(s.Speed()) }, press: func() string {
			s.SetSpeed(faster(s.Speed()))
			return ""
		}},
		{key: "-", word: none, press: func() string {
			s.SetSpeed(slower(s.Speed()))
			return ""
		}},
		{
			key: "f", shown: "f",
			word: func() string {
				switch {
				case s.Chip() == "":
					return ""
				case s.Pulled():
					return "mend"
				}
				return "fault"
			},
			press: func() string {
				if s.Chip() == "" {
					return ""
				}
				s.Pull(!s.Pulled())
				if s.Pulled() {
					squares := s.Serves()
					return fmt.Sprintf("chip %s is pulled off its bus: %s to %s cannot be read; play continues", s.Chip(), squares[0], squares[len(squares)-1])
				}
				return fmt.Sprintf("chip %s is back", s.Chip())
			},
		},
	}
}

// brokerControl is the key that cuts the embedded broker off.
func brokerControl(b *broker.Server) control {
	cut := false
	return control{
		key: "b", shown: "b",
		word: func() string {
			if cut {
				return "mend broker"
			}
			return "cut the broker"
		},
		press: func() string {
			if !cut {
				b.Cut()
				cut = true
				return ""
			}
			if err := b.Mend(); err != nil {
				return err.Error()
			}
			cut = false
			return "the broker is back: everything that was missed is published"
		},
	}
}

func faster(speed float64) float64 {
	for _, s := range speeds {
		if s > speed {
			return s
		}
	}
	return speed
}

func slower(speed float64) float64 {
	for i := len(speeds) - 1; i >= 0; i-- {
		if speeds[i] < speed {
			return speeds[i]
		}
	}
	return speed
}

func times(speed float64) string {
	sign := "×"
	if needsPlainSigns() {
		sign = "x"
	}
	return strconv.FormatFloat(speed, 'g', 3, 64) + sign
}
