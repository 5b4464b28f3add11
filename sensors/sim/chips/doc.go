// Package chips holds register-accurate twins of the chips under a board, so that the real drivers
// can be run, tested and shown without hardware. A twin follows its datasheet, not its driver: it
// answers everything that comes over the bus as the part would, including what our drivers never
// send.
//
// From the board up: a Board holds what is on the squares. A Circuit (Contacts, Matrix) is the
// copper between switches and pins, and Hall is a row of linear sensors. Multiplexers connect
// several rows of them to one converter. A chip, each in a file of its own, has registers and is on
// a Bus, which implements periph's i2c.Bus, or behind a TCA9548A. Pin and LineSet are the same for
// a Raspberry Pi's own lines. Levels are computed from the copper, so a matrix without diodes has
// ghosts here for the same reason as a real one.
//
// Every type may be used from several goroutines: the one that moves pieces and the one that reads
// the chips need not know about each other.
package chips
