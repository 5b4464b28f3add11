// Package pcf857x reads boards whose squares are wired one by one to the pins of
// PCF8574 or PCF8575 port expanders, eight or sixteen per chip: reed switches or
// digital Hall sensors that pull their line to ground when a piece stands on them.
//
// # Datasheets
//
// Texas Instruments SCPS068 "PCF8574" and SCPS121 "PCF8575"; Philips "PCF8575",
// 7 April 1999. Search for the numbers: links to datasheets rot.
//
// What to know about them:
//
//   - There are no registers. A pin to which 1 was written is held high by a current
//     source of 30 to 300 µA and can be pulled down from outside: that is an input.
//     After power-on all pins are inputs.
//   - So a chip whose supply dipped comes back with inputs, and its next reading is
//     right. Whether the chip that answers is a PCF857x at all cannot be known.
//   - A sensor must sink the current of the source; reeds and open collectors do.
//   - The PCF8575C (SCPS123) has no current source: give every line a resistor.
//
// # On the bus
//
// A reading is one transaction per chip, without a register address: 0.07 ms on the
// wire for sixteen pins at 400 kHz, the quickest of the expanders.
package pcf857x
