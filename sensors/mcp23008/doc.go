// Package mcp23008 reads boards whose squares are wired one by one to the inputs of
// Microchip MCP23008 port expanders, eight per chip: reed switches or digital Hall
// sensors that pull their line to ground when a piece stands on them. Eight chips,
// as many as one bus can address, make a board.
//
// # Datasheet
//
// Microchip DS20001919 "MCP23008/MCP23S08 8-Bit I/O Expander with Serial
// Interface", revision F (2019). Search for the number: links to datasheets
// rot.
//
// The pull-ups (1.6.7, about 100 kΩ) are off after power-on. A chip whose supply
// dipped answers again at once, but its lines float. Every reading therefore starts
// at GPPU and includes the pull-up register.
//
// # On the bus
//
// A reading is one transaction per chip: write the register address 0x06, read four
// bytes, GPPU to GPIO. At 400 kHz that takes about 0.16 ms on the wire.
package mcp23008
