// Package ads7138 reads boards of linear Hall sensors (DRV5055, SS49E), whose
// voltage shows the pole of the magnet and so the colour of the piece, on TI
// ADS7138 converters: eight inputs of twelve bits a chip. Eight chips, all that
// one bus can address, make a board.
//
// # Datasheet
//
// Texas Instruments SBAS976A "ADS7138" (2020). Search for the number: links to
// datasheets rot. The ADS7128 (SBAS868) has the same registers.
//
// What to know about it:
//
//   - The driver uses the channel sequencer (8.4.3, auto-sequence mode): while the
//     host continues reading, the chip converts one input after the other and sends
//     two bytes for each. A whole chip is one transaction, without a register
//     address.
//   - The channel is sent along with every result (DATA_CFG.APPEND_STATUS, 8.3.10),
//     so that results cannot be taken for another input's. A chip that lost its
//     supply for a moment has lost that setting too, which shows in the same
//     bytes.
//   - The first result of a transaction may be of a conversion begun at the end of
//     the one before: the datasheet's figures have it fresh, users have seen it
//     old. So one more is read than there are inputs, and the first is dropped:
//     what is returned was converted in this transaction.
//   - The chip stretches the clock until a conversion is done (less than 1 µs,
//     hidden in a clock of 400 kHz). With averaging (OSR_CFG) that would grow, and
//     the I2C controllers of Raspberry Pi 0 to 3 do not bear it: the driver leaves
//     averaging off.
//   - AVDD is the reference (8.3.2): sensors on the same supply are ratiometric,
//     and 4096 counts are the supply whatever it is.
//   - The address is set by two resistors at ADDR (8.3.5), 0x10 to 0x17.
//   - If another program has switched checksums on (GENERAL_CFG.CRC_EN), plain
//     writes are refused until the chip's supply was off; the driver says that
//     registers do not keep what was written.
//
// # On the bus
//
// A reading of eight inputs is one transaction of eighteen bytes read, 0.43 ms
// on the wire at 400 kHz: eight chips take about 4.3 ms on a Raspberry Pi.
package ads7138
