// Package tca9548a gives drivers the eight buses behind a TCA9548A switch: each
// port is an i2c.Bus of its own, and what is sent there finds its way. The
// PCA9548A works the same.
//
// # Datasheet
//
// Texas Instruments SCPS207F "TCA9548A Low-Voltage 8-Channel I2C Switch with
// Reset" (2016). Search for the number: links to datasheets rot.
//
// What to know about it:
//
//   - One register: a bit for each port that is switched through (8.5.4). It
//     takes effect at the stop condition, so the selection is a transaction of
//     its own.
//   - After power-on nothing is switched through. A switch that lost its supply
//     for a moment lets the chips behind it fall silent: after an error on a port
//     the selection is sent again.
//   - Chips on the bus above answer together with those behind a port: no
//     address may stand on both.
//   - A chip behind a port that holds the data line down holds it down for all
//     while its port is selected. The selection cannot be changed then; only the
//     RESET pin helps.
package tca9548a
