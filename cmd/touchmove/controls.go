package main

import (
	"strconv"

	"touchmove/broadcast/broker"
	"touchmove/internal/words"
	"touchmove/sensors/sim/simboard"
)

// speeds are the speeds that the keys + and - step through.
var speeds = []float64{0.25, 0.5, 1, 2, 5, 10, 20, 50, 100}

// simulationControls returns the keys for a simulated board: they change its speed
// and pull a chip off its bus.
func simulationControls(s *simboard.Simulation, t *words.Texts) []control {
	none := func() string { return "" }
	return []control{
		{
			key: "space", shown: "space",
			word: func() string {
				if s.Halted() {
					return t.T("run.key.resume")
				}
				return t.T("run.key.pause")
			},
			press: func() string {
				s.Halt(!s.Halted())
				return ""
			},
		},
		{key: "+", shown: "+ -", word: func() string { return t.T("run.key.speed", "a", times(s.Speed())) }, press: func() string {
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
					return t.T("run.key.mend")
				}
				return t.T("run.key.fault")
			},
			press: func() string {
				if s.Chip() == "" {
					return ""
				}
				s.Pull(!s.Pulled())
				if s.Pulled() {
					squares := s.Serves()
					return t.T("run.pulled", "a", s.Chip(), "b", squares[0], "c", squares[len(squares)-1])
				}
				return t.T("run.plugged", "a", s.Chip())
			},
		},
	}
}

// brokerControl is the key that disconnects the embedded broker.
func brokerControl(b *broker.Server, t *words.Texts) control {
	cut := false
	return control{
		key: "b", shown: "b",
		word: func() string {
			if cut {
				return t.T("run.key.reconnect")
			}
			return t.T("run.key.cut")
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
			return t.T("run.brokerback")
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
