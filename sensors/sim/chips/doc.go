// Package chips holds register-accurate twins of the chips under a board, so
// that the real drivers can be run, tested and shown without hardware. A twin
// knows its datasheet, not its driver: it answers whatever comes over the bus
// as the part would, also what no driver of ours sends.
//
// From the board up: a Board holds what is on the squares; a Circuit
// (Contacts, Matrix) is the copper between switches and pins, and Hall a row of
// linear sensors; Multiplexers connect some rows of them to one
// converter; a chip, each in a file of its own, has registers and hangs on a Bus,
// which is periph's i2c.Bus, or behind a TCA9548A; Pin and LineSet are the same
// for a Raspberry Pi's own lines. Levels come out of the copper, so a matrix without diodes ghosts here
// for the reason it ghosts on a table.
//
// Every type may be used from several goroutines: the one that moves pieces
// and the one that reads the chips need not know of each other.
package chips
