// Package ads1115 reads boards of linear Hall sensors (DRV5055, SS49E), whose
// voltage tells the pole of the magnet and so the colour of the piece, on TI
// ADS1115 converters: four inputs a chip, sixteen chips a board. Four chips fit
// on a bus by their addresses; package tca9548a gives the others theirs.
//
// # Datasheet
//
// Texas Instruments SBAS444D "ADS111x" (2018). Search for the number: links to
// datasheets rot.
//
// What to know about it:
//
//   - The four inputs share one converter: each conversion has to be started (config
//     register, 9.6.3) and waited for. The driver starts input k of all chips, waits
//     once, and reads them all.
//   - The data rate is accurate to 10 % only. A driver that waits for the nominal
//     time may therefore read the previous conversion, which is of another square.
//     This one waits as long as the slowest possible chip needs, and asks the chip
//     started last whether it is done.
//   - Reset and power-on clear the conversion register to 0 (9.6.2). A reading of
//     exactly 0 is therefore believed only if the config register still holds what
//     was written.
//   - Inputs accept ground to the supply, whatever the full scale is.
//
// # On the bus
//
// Sixteen chips behind a switch take 160 transactions, four waits of 1.4 ms and
// four questions whether the last chip is done: some 38 ms at 400 kHz with
// 0.1 ms a system call.
package ads1115
