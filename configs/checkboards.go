package configs

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"touchmove/internal/strict"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/wiring"
)

func (k *checker) boards(raw []boardTable, c *Config) {
	if len(raw) == 0 {
		k.Fault("board", "no board: nothing would be read", "add a [[board]] table with id, event and [board.wiring]; configs/ has an example for each wiring")
		return
	}
	c.Boards = nil
	used := &claims{k: k, used: map[string]string{}}
	ids := map[string]bool{}
	for i := range raw {
		path := "board" + strict.Index(i)
		b := k.board(&raw[i], path)
		if ids[b.ID] && raw[i].ID != nil {
			k.Fault(path+".id", fmt.Sprintf("board: %s is there twice", b.ID), "give each board an id of its own")
		}
		ids[b.ID] = true
		used.board(b, path)
		c.Boards = append(c.Boards, b)
	}
}

func (k *checker) board(raw *boardTable, path string) Board {
	b := Board{Event: defaultEvent, Sensing: sensors.Occupancy, ScanHz: defaultScanHz}
	if raw.ID == nil {
		k.Fault(path, "board: no id", `write id = "hall-7": the board's topic level`)
	} else {
		b.ID = *raw.ID
		k.Level(path+".id", "id", b.ID, "hall-7")
	}
	if raw.Event != nil {
		b.Event = *raw.Event
		k.Level(path+".event", "event", b.Event, "open-2026")
	}
	if raw.ScanHz != nil {
		b.ScanHz = *raw.ScanHz
		if !(b.ScanHz >= 5 && b.ScanHz <= 1000) {
			k.Fault(path+".scan_hz", fmt.Sprintf("scan_hz: %s scans a second", strict.Number(b.ScanHz)), "write 5 to 1000; docs/hardware.md says how often each wiring can be scanned")
		}
	}
	k.idle(raw, &b, path)
	if raw.Calibration != nil {
		if b.Calibration = k.path(*raw.Calibration); b.Calibration == "" {
			k.Fault(path+".calibration", "calibration: no file", "write the file that `touchmove calibrate` wrote, or remove the line")
		}
	}
	if raw.Kind != nil {
		b.Tactile = k.Choice(path+".kind", "kind", *raw.Kind, []string{"normal", "tactile"}) == 1
	}
	if raw.SecondBoard != nil {
		b.Second = *raw.SecondBoard
	}
	b.Clock = k.clock(&raw.Clock, path+".clock")
	b.Lights, b.Training = k.lights(&raw.Lights, path+".lights")
	b.Buzzer, b.BuzzerOn = k.buzzer(&raw.Buzzer, path+".buzzer")
	before := k.Found()
	b.Wiring = k.boardWiring(raw, path)
	if b.Wiring != nil && k.Found() == before {
		k.advice(raw, b.Wiring, path)
	}
	if raw.Sensing != nil {
		b.Sensing = k.sensing(*raw.Sensing, b.Wiring, path+".sensing")
	}
	if w, ok := b.Wiring.(Simulated); ok {
		k.simulatedBoard(w, &b, path)
	}
	return b
}

// boardWiring checks the wiring of a board, which is given as a whole or part by part.
func (k *checker) boardWiring(raw *boardTable, path string) wiring.Wiring {
	if len(raw.Part) == 0 {
		return k.wiring(&raw.Wiring, path+".wiring")
	}
	if k.Written(path + ".wiring") {
		k.Fault(path+".wiring", "board: both [board.wiring] and [[board.part]]", "write the whole board as [board.wiring], or each of its parts as [[board.part]]")
	}
	return k.mixed(raw.Part, path)
}

// advice warns of properties of a wiring that the datasheets advise against.
func (k *checker) advice(raw *boardTable, w wiring.Wiring, path string) {
	for _, a := range wiring.Advise(w) {
		at := path + ".wiring"
		if len(raw.Part) > 0 {
			at = path + ".part" + strict.Index(a.Part)
		}
		k.Warn(k.FirstWritten(at+"."+a.Key, at+".addrs", at+".driver"), "wiring: "+a.What+"; squares "+squareList(a.Squares), a.Remedy)
	}
}

// squareList writes squares as a list of their names.
func squareList(squares []rules.Square) string {
	var names []string
	for _, sq := range squares {
		names = append(names, sq.String())
	}
	return strings.Join(names, " ")
}

// sensing checks what a board's sensors are said to distinguish; w is nil if the wiring is
// not known.
func (k *checker) sensing(word string, w wiring.Wiring, path string) sensors.Sensing {
	sensing, err := sensors.ParseSensing(word)
	if err != nil {
		k.Choice(path, "sensing", word, []string{"occupancy", "polarity"})
	} else if sensing == sensors.Polarity && w != nil && !isLinear(w) {
		k.Fault(path, "sensing: "+w.Driver()+" inputs detect a piece, not its colour", `write sensing = "occupancy"`)
	}
	return sensing
}

// simulatedBoard refuses what a board without hardware cannot have.
func (k *checker) simulatedBoard(w Simulated, b *Board, path string) {
	if b.Clock.Wired() {
		k.Fault(path+".clock", "clock: simulated hands press no lever", "remove [board.clock]: their presses need no lever")
	}
	if w.Hands != "" {
		return
	}
	if (w.Style == "polarity") != (b.Sensing == sensors.Polarity) && isLinear(w) {
		k.Fault(path+".wiring.style", fmt.Sprintf("style: %s on a board with sensing = %s", w.Style, b.Sensing), `write style = "polarity" and sensing = "polarity", or neither`)
	} else if w.Style == "polarity" && !isLinear(w) {
		k.Fault(path+".wiring.style", "style: polarity needs sensors that detect colours", `write chip = "ads1115" and sensing = "polarity" too`)
	}
}

// idle checks the scan rate of a board while nothing happens.
func (k *checker) idle(raw *boardTable, b *Board, path string) {
	if raw.IdleScanHz != nil {
		b.IdleAfter = defaultIdleAfter * time.Second
		b.IdleScanHz = *raw.IdleScanHz
		if !(b.IdleScanHz >= 1 && b.IdleScanHz <= b.ScanHz) && b.IdleScanHz != 0 && !k.Spoilt(path+".scan_hz") {
			k.Fault(path+".idle_scan_hz", fmt.Sprintf("idle_scan_hz: %s scans a second", strict.Number(b.IdleScanHz)), fmt.Sprintf("write 1 to %s, which is scan_hz, or 0 to scan always at scan_hz", strict.Number(b.ScanHz)))
		}
	}
	if raw.IdleAfterS != nil {
		if s := *raw.IdleAfterS; !(s >= 1 && s <= 3600) {
			k.Fault(path+".idle_after_s", fmt.Sprintf("idle_after_s: %s seconds", strict.Number(s)), "write 1 to 3600")
		} else {
			b.IdleAfter = time.Duration(s * float64(time.Second))
		}
	}
}

// secondBoards checks pairs of boards on which one game is played: the two differ, belong
// to the same event, and are in no other pair. Only the board that names the other may have
// the clock.
func (k *checker) secondBoards(raw []boardTable, c *Config) {
	taken := map[string]string{}
	for i, b := range c.Boards {
		if b.Second == "" {
			continue
		}
		path := "board" + strict.Index(i) + ".second_board"
		at := slices.IndexFunc(c.Boards, func(o Board) bool { return o.ID == b.Second })
		switch {
		case at < 0 && k.hasSpoiltID(c):
			continue
		case at < 0:
			k.Fault(path, fmt.Sprintf("second_board: there is no board %s", b.Second), "write the id of the other [[board]] of the game")
			continue
		case at == i:
			k.Fault(path, "second_board: a board is not its own second one", "write the id of the other [[board]] of the game")
		case c.Boards[at].Second != "":
			k.Fault(path, fmt.Sprintf("second_board: %s names a second board itself", b.Second), "write second_board only at the board with the clock")
		case c.Boards[at].Event != b.Event:
			k.Fault(path, fmt.Sprintf("second_board: %s is of another event", b.Second), "write the same event at both")
		case taken[b.Second] != "":
			k.Fault(path, fmt.Sprintf("second_board: %s is the second board of %s already", b.Second, taken[b.Second]), "a board belongs to one game")
		case raw[at].Clock != (clockTable{}):
			k.Fault(path, fmt.Sprintf("second_board: %s has a clock, and a game has one", b.Second), "wire the clock to the board that names the other")
		}
		taken[b.Second] = b.ID
	}
}

// hasSpoiltID reports whether the id of any board is of the wrong kind. It is then unknown
// which board a reference means.
func (k *checker) hasSpoiltID(c *Config) bool {
	for i := range c.Boards {
		if k.Spoilt("board" + strict.Index(i) + ".id") {
			return true
		}
	}
	return false
}
