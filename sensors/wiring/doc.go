// Package wiring describes how the sensors of a board can be wired to a computer:
// one row for each kind of chip, and one type for each kind of wiring.
//
// # One row a chip
//
// A row of the tables in expanders_table.go and converters_table.go holds
// everything that the program knows about a kind of chip besides its driver
// (sensors/CHIP) and its simulated twin (sensors/sim/chips): its word in a
// configuration, its maker's name for it, its pins, addresses and number of inputs,
// the cost of a scan on the bus, how it is distinguished from other parts, and the
// constructors of driver and twin. Configurations, the doctor, the technician's
// guide, the scanner, simulated boards and the figures of docs/hardware.md all read
// the row. A new chip needs a package, a twin, a row and an example in configs/,
// and changes nothing else.
//
// Description and constructors are in one row, rather than in two tables kept in
// step by a test. So a new chip has one place to fill in, and it cannot be filled
// in half. The price is that every reader of a configuration links the drivers.
// They are small and need only periph's conn packages, not its host packages, so
// they cost no start-up work, no files and no cgo.
//
// # One type a wiring
//
// A [Part] is a row of equal chips or a matrix: [Expanders], [Converters],
// [Multiplexed], [MCPMatrix] or [GPIOMatrix]. A [Wiring] is what one board has: one
// part or, as [Mixed], several. Everything that depends on the kind of wiring is a
// method of these types, so that no other code needs to distinguish them.
package wiring
