// Package mcpmatrix reads boards with a switch at each crossing of eight rows and
// eight columns on one Microchip MCP23017 port expander. It drives one row at a
// time low and reads the columns, which are pulled up inside the chip.
//
// # Datasheet
//
// Microchip DS20001952 "MCP23017/MCP23S17 16-Bit I/O Expander with Serial
// Interface", revision C (2016) for the sections named in the code, and
// revision D (2022). Search for the number: links to datasheets rot.
//
// What to know about it:
//
//   - Rows that are not being read are inputs and float, so two rows are never driven
//     against each other: the matrix may be built without diodes. It then has ghosts
//     (three pieces on the corners of a rectangle close the fourth), and Ghosts says
//     where there may be one.
//   - The chip has pull-ups only, so rows are driven low, and diodes have their anode
//     at the column.
//   - Revision D allows GPA7 and GPB7 only as outputs: a level that changes there
//     while the chip sends can corrupt that byte. With Opts.Crossed both are rows
//     and always outputs. With all rows on one port, one of them is a column, which
//     boards have read for years.
//   - The pull-ups of about 100 kΩ lift a column in about 100 µs at 200 pF (five
//     time constants), three times as long as a Raspberry Pi's own.
//   - A chip whose supply dipped answers again with everything off. The reading of
//     every row includes the pull-up registers, so this is noticed.
//
// # On the bus
//
// A reading is sixteen transactions: for each row a write of IODIR and a read of
// eight bytes, GPPUA to GPIOB. At 400 kHz that takes 2.5 ms on the wire, 0.8 ms of
// settling and, on a Raspberry Pi, about 1.6 ms of system calls. If a column is low
// in every row, two more transactions find out why.
package mcpmatrix
