// Package tca9555 reads boards whose squares are wired one by one to the inputs of
// TCA9555-family port expanders, sixteen per chip: reed switches or digital Hall
// sensors that pull their line to ground when a piece stands on them. The TCA9555,
// TCA9535, TCA9539 and NXP's PCA9555, PCA9535, PCA9539 have the same registers.
//
// # Datasheets
//
// Texas Instruments SCPS200E "TCA9555" (2019) for the sections named in the
// code; NXP "PCA9555", revision 8 (2009). Search for the numbers: links to
// datasheets rot.
//
// What to know about them:
//
//   - The TCA9555 and PCA9555 have a pull-up of about 100 kΩ at every pin, which
//     cannot be switched off. The 9535 and 9539 have none: give every line a
//     resistor, or it floats.
//   - After power-on every pin is an input and nothing is inverted, exactly as a board
//     needs it. A chip whose supply dipped comes back right.
//   - The address pointer stays within one pair of registers, so a reading cannot
//     include the configuration. Setup checks it.
//
// # On the bus
//
// A reading is one transaction per chip: write the command byte 0x00, read two
// bytes. At 400 kHz that takes 0.12 ms on the wire.
package tca9555
