// Package mcpmatrix reads boards whose switches stand at the crossings of
// eight rows and eight columns on one Microchip MCP23017 port expander: one
// row at a time is driven low, and the columns, pulled up inside the chip, are
// read.
//
// # Datasheet
//
// Microchip DS20001952 "MCP23017/MCP23S17 16-Bit I/O Expander with Serial
// Interface", revision C (2016) for the sections named in the code, and
// revision D (2022). Search for the number: links to datasheets rot.
//
// What to know about it:
//
//   - Rows that are not read are inputs and float, so no two of them are ever
//     driven against each other: the matrix may be built without diodes. It then
//     ghosts (three pieces on the corners of a rectangle close the fourth), and
//     Ghosts says where it may have.
//   - The chip has pull-ups only, so rows are driven low, and diodes stand with
//     the anode to the column.
//   - Revision D calls GPA7 and GPB7 outputs only: a level that changes there
//     while the chip sends can spoil that byte. With Opts.Crossed both are rows
//     and always outputs; with all rows on one port one of them is a column,
//     which boards have read for years.
//   - The pull-ups of about 100 kΩ lift a column in some 100 µs at 200 pF
//     (five time constants), three times as long as a Raspberry Pi's own.
//   - A chip that lost its supply for a moment answers again with everything off.
//     Every row's reading covers the pull-up registers, so that is seen.
//
// # On the bus
//
// A reading is sixteen transactions: for each row a write of IODIR, and a read
// of eight bytes, GPPUA to GPIOB. At 400 kHz that is 2.5 ms on the wire, with
// 0.8 ms of settling and, on a Raspberry Pi, some 1.6 ms of system calls. If a
// column is low in every row two more transactions find out why.
package mcpmatrix
