// Package ads7828 reads boards of linear Hall sensors (DRV5055, SS49E), whose
// voltage shows the pole of the magnet and so the colour of the piece, on TI
// ADS7828 converters: eight inputs of twelve bits a chip, eight chips a board.
// Four chips fit on a bus by their addresses; package tca9548a, or a second
// bus, gives the others theirs.
//
// # Datasheet
//
// Texas Instruments (Burr-Brown) SBAS181C "ADS7828" (2005). Search for the
// number: links to datasheets rot.
//
// What to know about it:
//
//   - A conversion is one transaction: the command byte (page 11) names the input
//     and starts it, and the two bytes read after it are the result (page 12). So
//     there is nothing to wait for, and nothing can be read too early.
//   - The bits of the command are not in the order of the input's number: C2 is its
//     lowest bit (table II).
//   - The upper four of the sixteen bits of a result are 0. A part that answers
//     otherwise is not an ADS7828. The chip has no register that would tell more,
//     and none that a dip of the supply could clear.
//   - The driver keeps the converter on and the internal reference off (PD1 = 0,
//     PD0 = 1, table I). Connect REF to the supply of the sensors: they are
//     ratiometric, so that 4096 counts are the supply voltage, whatever it is. With
//     the internal 2.5 V, one pole of a strong magnet would be clipped at 3.3 V.
//   - Two inputs may also be read as a differential pair (SD = 0); boards have no
//     use for that.
//
// # On the bus
//
// A reading is one transaction an input, sixty-four a board: a byte written and
// two read, 0.12 ms on the wire at 400 kHz, and on a Raspberry Pi 0.1 ms of
// system call: 14 ms in all. Behind a switch two more set its port.
package ads7828
