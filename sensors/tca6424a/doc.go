// Package tca6424a reads boards whose squares are wired one by one to the inputs
// of TCA6424A port expanders, twenty-four a chip: reed switches or digital Hall
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
//   - There are two addresses, 0x22 and 0x23 (8.4.1), so that a bus has room for
//     48 squares. A board takes a second bus for the third chip.
//   - An input has no pull-up (8.3.1). Give every line a resistor to the supply,
//     10 kΩ for example, or it floats.
//   - RESET is an input without a pull-up too (8.5.2): tie it to the supply, or the
//     chip is silent whenever the line happens to lie low.
//   - After power-on and after a reset every pin is an input and nothing is inverted
//     (8.5.1, 8.6.2), which is just how a board is read. A chip that lost its supply
//     for a moment comes back right.
//   - The command byte's top bit (AI, 8.6.1) has the chip count through the three
//     ports of a group, and begin again at the first. Without it every byte is of the
//     same port; what it is after power-on the datasheet says in two ways that
//     contradict each other, so that it is sent every time.
//
// # On the bus
//
// A reading is one transaction a chip: write the command byte 0x80, read three
// bytes. At 400 kHz that is 0.14 ms on the wire.
package tca6424a
