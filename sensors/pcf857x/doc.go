// Package pcf857x reads boards whose squares are wired one by one to the pins
// of PCF8574 or PCF8575 port expanders, eight or sixteen a chip: reed switches
// or digital Hall sensors that pull their line to ground when a piece stands
// on them.
//
// # Datasheets
//
// Texas Instruments SCPS068 "PCF8574" and SCPS121 "PCF8575"; Philips "PCF8575",
// 7 April 1999. Search for the numbers: links to datasheets rot.
//
// What to know about them:
//
//   - There are no registers. A pin that was written 1 is held up by a current
//     source of 30 to 300 µA and can be pulled down from outside: that is an
//     input. After power-on all pins are.
//   - So a chip that lost its supply for a moment comes back as an input, and a
//     reading after it is right. What cannot be known is whether the chip that
//     answers is a PCF857x at all.
//   - A sensor must sink the current source; reeds and open collectors do.
//   - The PCF8575C (SCPS123) has no current source: give every line a resistor.
//
// # On the bus
//
// A reading is one transaction a chip, without a register address: 0.07 ms on
// the wire for sixteen pins at 400 kHz, the quickest of the expanders.
package pcf857x
