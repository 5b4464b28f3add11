package chips

// Buzzer is the circuit of a buzzer driven by a transistor on a line of its own. It
// sounds while the line is driven high.
type Buzzer struct{ lines *GPIO }

// NewBuzzer makes a silent buzzer.
func NewBuzzer() *Buzzer {
	b := &Buzzer{}
	b.lines = NewGPIO(b, 1)
	return b
}

// Lines returns the port with the buzzer's line.
func (b *Buzzer) Lines() *GPIO { return b.lines }

// Sounds reports whether it sounds now. If the line is not driven, it is silent: the
// transistor's base has a resistor to ground.
func (b *Buzzer) Sounds() bool {
	b.lines.mu.Lock()
	defer b.lines.mu.Unlock()
	return b.lines.drive[0] == DriveHigh
}

// Levels implements Circuit.
func (b *Buzzer) Levels(drive []Drive, level []bool) {
	for n, d := range drive {
		level[n] = d.level()
	}
}

// Silent implements Circuit: a line can always be read.
func (b *Buzzer) Silent() bool { return false }
