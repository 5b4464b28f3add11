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
//   - The driver uses the channel sequencer (8.4.3, auto-sequence mode): as long as
//     the host keeps reading, the chip converts one input after the other and sends
//     two bytes for each. A whole chip takes one transaction, without a register
//     address.
//   - Every result carries its channel (DATA_CFG.APPEND_STATUS, 8.3.10), so that it
//     cannot be taken for another input's. A chip whose supply dipped has lost that
//     setting too, and the same bytes show it.
//   - The first result of a transaction may be from a conversion that began at the
//     end of the previous one: the datasheet's figures show it fresh, users have
//     seen it old. So the driver reads one result more than there are inputs and
//     drops the first. What it returns was converted in this transaction.
//   - The chip stretches the clock until a conversion is done (less than 1 µs, which
//     does not show at 400 kHz). Averaging (OSR_CFG) would stretch it for longer,
//     which the I2C controllers of Raspberry Pi 0 to 3 cannot handle: the driver
//     leaves averaging off.
//   - AVDD is the reference (8.3.2): sensors on the same supply are ratiometric,
//     and 4096 counts are the supply voltage, whatever it is.
//   - The address is set by two resistors at ADDR (8.3.5), 0x10 to 0x17.
//   - If another program has switched checksums on (GENERAL_CFG.CRC_EN), the chip
//     refuses plain writes until its supply has been off. The driver then reports
//     that registers do not keep what was written.
//
// # On the bus
//
// A reading of eight inputs is one transaction of eighteen bytes read, 0.43 ms
// on the wire at 400 kHz: eight chips take about 4.3 ms on a Raspberry Pi.
package ads7138
