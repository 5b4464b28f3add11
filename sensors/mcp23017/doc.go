// Package mcp23017 reads boards whose squares are wired one by one to the inputs of
// Microchip MCP23017 port expanders, sixteen per chip: reed switches or digital
// Hall sensors that pull their line to ground when a piece stands on them.
//
// # Datasheet
//
// Microchip DS20001952 "MCP23017/MCP23S17 16-Bit I/O Expander with Serial
// Interface", revision C (2016) for the sections named in the code, and
// revision D (2022). Search for the number: links to datasheets rot.
//
// What to know about it:
//
//   - Revision D allows GPA7 and GPB7 only as outputs: a level that changes on them
//     while the chip sends can corrupt the data. The silicon is the same as before,
//     and many boards use the two pins without trouble. A new board leaves them free
//     and says so in Opts.Outputs. With fourteen inputs per chip it needs five chips;
//     any channel can serve any square.
//   - The internal pull-ups (3.5.7, about 100 kΩ) are off after power-on. A chip
//     whose supply dipped answers again at once, but its lines float: it may show a
//     full board, or an empty one. Every reading therefore starts at GPPUA and
//     includes the pull-up registers.
//   - The registers can have two orders (IOCON.BANK, 3.5.6). Another program may have
//     selected the other one; the set-up works from both.
//
// # On the bus
//
// A reading is one transaction per chip: write the register address 0x0C, read
// eight bytes, GPPUA to GPIOB. At 400 kHz that takes about 0.25 ms on the wire.
package mcp23017
