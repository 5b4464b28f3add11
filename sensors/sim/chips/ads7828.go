package chips

// adsInternal is the internal reference of the ADS7828 in mV (SBAS181C).
const adsInternal = 2500

// ADS7828 is TI's twelve-bit converter with eight inputs (SBAS181C). A command byte
// selects the input, or a pair of inputs, and the reference, and starts a
// conversion; two bytes are read.
type ADS7828 struct {
	supply
	inputs  Analog
	refMV   float64 // in mV, at REF
	command byte
	result  uint16
}

// NewADS7828 makes a powered chip whose inputs CH0 to CH7 are the first eight of a
// row, with COM at ground and refMV at REF.
func NewADS7828(inputs Analog, refMV float64) *ADS7828 {
	a := &ADS7828{inputs: inputs, refMV: refMV}
	a.Power(true)
	return a
}

// Power switches the chip's supply. Without supply the chip does not answer.
func (a *ADS7828) Power(on bool) { a.power(on, func() { a.command, a.result = 0, 0 }) }

// Write implements Chip: each byte is a command (page 11).
func (a *ADS7828) Write(w []byte) error {
	return a.transfer(a.inputs, func() {
		for _, command := range w {
			a.command = command
			a.result = a.convert()
		}
	})
}

// convert selects the input by table II and converts its voltage.
func (a *ADS7828) convert() uint16 {
	c := int(a.command >> 4 & 7)
	input := c&3<<1 | c>>2
	mv := a.inputs.Millivolts(input)
	if a.command&0x80 == 0 { // a pair: CH0 against CH1, or the other way round
		mv -= a.inputs.Millivolts(input ^ 1)
	}
	ref := a.refMV
	if a.command&0x08 != 0 {
		ref = adsInternal
	}
	return code12(mv, ref)
}

// Read implements Chip: the last conversion, high byte first.
func (a *ADS7828) Read(r []byte) error {
	return a.transfer(a.inputs, func() {
		for i := range r {
			r[i] = byte(a.result >> (8 * (1 - i%2)))
		}
	})
}
