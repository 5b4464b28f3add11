// Package wiring knows how the sensors of a board can be wired to a computer:
// one row for each kind of chip, and one type for each kind of wiring.
//
// # One row a chip
//
// A row of the tables in expanders_table.go and converters_table.go is all that
// the program knows of a kind of chip beside its driver (sensors/CHIP) and its
// simulated twin (sensors/sim/chips): the word for it in a configuration, what
// its maker calls it and its pins, which addresses it can have, how many inputs,
// what a scan of it costs on the bus, how it is distinguished from other parts, the
// driver's constructor and the twin's. Configurations, the doctor, the
// technician's guide, the scanner, simulated boards and the figures of
// docs/hardware.md all read the row. A new chip is a package, a twin, a row and
// an example in configs/, and touches nothing else.
//
// Description and constructors are in one row rather than in two tables that
// a test holds together: a new chip then has one place to fill in, and
// cannot be filled in half. The price is that every reader of a configuration
// links the drivers. They are small and need only periph's conn, no host: it
// costs no start-up work, no files and no cgo.
//
// # One type a wiring
//
// A [Part] is a row of equal chips or a matrix: [Expanders], [Converters],
// [Multiplexed], [MCPMatrix] or [GPIOMatrix]. A [Wiring] is what one board has:
// one part, or [Mixed], several of them. Everything that depends on the kind of
// wiring is a method of these types, so that nobody else needs to distinguish them.
package wiring
