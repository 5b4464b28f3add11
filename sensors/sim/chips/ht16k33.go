package chips

import (
	"errors"
	"fmt"
	"sync"
)

// HT16K33 is Holtek's driver of 16 x 8 LEDs (revision 1.10). It executes what the "Command
// summary" lists and does not acknowledge anything else, so that a driver with a wrong
// command is noticed. The datasheet does not say that the silicon does this.
type HT16K33 struct {
	mu      sync.Mutex
	powered bool
	rows    int // 8, 12 or 16, depending on its package
	running bool
	shown   bool
	dimming byte
	rowInt  byte
	memory  [16]byte
	pointer byte
}

// errNoCommand is the error for commands that the chip does not have.
var errNoCommand = errors.New("not a command of the HT16K33")

// NewHT16K33 makes a powered chip whose package has 8, 12 or 16 rows.
func NewHT16K33(rows int) *HT16K33 {
	h := &HT16K33{rows: rows}
	h.Power(true)
	return h
}

// Power switches the chip's supply. Afterwards the oscillator and the display are off,
// dimming is 16/16, and the memory holds random values ("Power-on reset").
func (h *HT16K33) Power(on bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.powered, h.running, h.shown, h.dimming, h.rowInt, h.pointer = on, false, false, 15, 0, 0
	for i := range h.memory {
		h.memory[i] = byte(0xa5 ^ 29*i)
	}
}

// Write implements Chip.
func (h *HT16K33) Write(w []byte) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.powered {
		return ErrNoAnswer
	}
	if len(w) == 0 {
		return nil
	}
	command, value := w[0]&0xf0, w[0]&0x0f
	if command != 0x00 && len(w) > 1 {
		return fmt.Errorf("%w: %d bytes after 0x%02x", errNoCommand, len(w)-1, w[0])
	}
	switch {
	case command == 0x00: // display data address pointer
		h.pointer = value
		for _, b := range w[1:] {
			h.memory[h.pointer] = b
			h.pointer = (h.pointer + 1) & 15
		}
	case command == 0x20: // system setup
		h.running = value&1 != 0
	case command == 0x80 && value&0x08 == 0: // display setup; blinking is left out
		h.shown = value&1 != 0
	case command == 0xa0: // ROW/INT set
		h.rowInt = value & 3
	case command == 0xe0: // dimming set
		h.dimming = value
	default:
		return fmt.Errorf("%w: 0x%02x", errNoCommand, w[0])
	}
	return nil
}

// Read implements Chip: the memory from its address pointer on ("Page read operation").
func (h *HT16K33) Read(r []byte) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.powered {
		return ErrNoAnswer
	}
	for i := range r {
		r[i] = h.memory[h.pointer]
		h.pointer = (h.pointer + 1) & 15
	}
	return nil
}

// Lit returns which LEDs are lit and for how many sixteenths of the time; bit r of element
// c is row r of common c. A chip in standby, or with its display off, lights none.
func (h *HT16K33) Lit() (rows [8]uint16, sixteenths int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !h.powered || !h.running || !h.shown {
		return rows, 0
	}
	outputs := h.rows
	if h.rows == 16 && h.rowInt&1 != 0 {
		outputs = 15 // the last pin is INT
	}
	for c := range rows {
		rows[c] = (uint16(h.memory[2*c]) | uint16(h.memory[2*c+1])<<8) & (1<<outputs - 1)
	}
	return rows, int(h.dimming) + 1
}
