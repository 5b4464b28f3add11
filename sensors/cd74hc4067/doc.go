// Package cd74hc4067 reads boards of linear Hall sensors through CD74HC4067
// multiplexers: four of them, sixteen sensors each, into four inputs of one
// converter (ADS1115, ADS7828, ADS7138), with the select pins of all on four
// GPIO lines.
//
// # Datasheet
//
// Texas Instruments SCHS209D "CD74HC4067, CD74HCT4067" (2014). Search for the
// number: links to datasheets rot.
//
// What to know about it:
//
//   - S0 to S3 select the channel that is connected, I0 to I15 (table 1). E is tied
//     to ground.
//   - A channel has some 70 Ω at 4.5 V and up to 200 Ω at 2 V to 3 V, and switches
//     in less than 100 ns: negligible beside the output of a Hall sensor and the
//     sampling of a converter. Only a filter behind the multiplexer takes time: see
//     Settle.
//   - The four lines are set together, in one system call. They are read back when
//     all are low and when all are high. A line held by a short reads its own level;
//     it makes half of the board unreachable, which then reads Lost. A line with a
//     broken wire reads back correctly and shows other squares' sensors. It is found
//     because whole halves of the board agree more closely than sensors ever do.
//
// # On the bus
//
// Each of the sixteen addresses takes a system call for the lines and one
// reading of the converter's inputs: at 400 kHz on a Raspberry Pi 16 transactions
// and 6 ms with an ADS7138, 64 and 14 ms with an ADS7828, and about 190 and
// 130 ms with an ADS1115, which converts one input after the other in 1.4 ms.
package cd74hc4067
