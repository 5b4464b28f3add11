// Package tca6424a reads boards whose squares are wired one by one to the inputs of
// TCA6424A port expanders, twenty-four per chip: reed switches or digital Hall
// sensors that pull their line to ground when a piece stands on them. The older
// TCA6424 and NXP's PCA6424A have the same registers.
//
// # Datasheet
//
// Texas Instruments SCPS193D "TCA6424A Low-Voltage 24-Bit I2C and SMBus I/O
// Expander" (January 2023) for the sections named in the code. Search for the
// number: links to datasheets rot.
//
// What to know about it:
//
//   - There are two addresses, 0x22 and 0x23 (8.4.1), so a bus has room for 48
//     squares. The third chip of a board needs a second bus.
//   - Inputs have no pull-ups (8.3.1). Give every line a resistor to the supply, for
//     example 10 kΩ; otherwise it floats.
//   - RESET is also an input without a pull-up (8.5.2): tie it to the supply, or the
//     chip is silent whenever the line happens to be low.
//   - After power-on and after a reset, every pin is an input and nothing is inverted
//     (8.5.1, 8.6.2), exactly as a board needs it. A chip whose supply dipped comes
//     back right.
//   - The top bit of the command byte (AI, 8.6.1) makes the chip count through the
//     three ports of a group and begin again at the first. Without it, every byte is
//     for the same port. The datasheet contradicts itself about its value after
//     power-on, so the driver sends it every time.
//
// # On the bus
//
// A reading is one transaction per chip: write the command byte 0x80, read three
// bytes. At 400 kHz that takes 0.14 ms on the wire.
package tca6424a
