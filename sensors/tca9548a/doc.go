// Package tca9548a gives drivers the eight buses behind a TCA9548A switch. Each
// port is an i2c.Bus of its own; the package selects the port before it sends. The
// PCA9548A works in the same way.
//
// # Datasheet
//
// Texas Instruments SCPS207F "TCA9548A Low-Voltage 8-Channel I2C Switch with
// Reset" (2016). Search for the number: links to datasheets rot.
//
// What to know about it:
//
//   - It has one register, with a bit for each port that is connected (8.5.4). A
//     change takes effect at the stop condition, so the selection is a transaction
//     of its own.
//   - After power-on no port is connected. When the supply of a switch dips, the
//     chips behind it stop answering: after an error on a port, the selection is
//     sent again.
//   - Chips on the bus above answer together with those behind a port: no address
//     may be used on both.
//   - If a chip behind a port holds the data line low, the line is low for all
//     while that port is selected. The selection cannot be changed then; only the
//     RESET pin helps.
package tca9548a
