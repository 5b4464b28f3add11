// Package ht16k33 drives a matrix of 8 x 8 LEDs on a Holtek HT16K33, and one more LED if
// the chip's package has a pin for it.
//
// # Datasheet
//
// Holtek "HT16K33, RAM mapping 16*8 LED controller driver with keyscan", revision 1.10
// (2011): sections "System setup register", "ROW/INT set register", "Display setup
// register", "Display memory - RAM structure" and "Digital dimming data input", and the
// "Command summary".
//
// What to know about it:
//
//   - It has one brightness for all LEDs, in sixteen steps, and one colour.
//   - At power-on its oscillator is off and its memory holds random values. So the
//     memory is written before the display is switched on.
//   - Its supply is 4.5 to 5.5 V, and its inputs need 0.7 of that: SDA and SCL of a
//     Raspberry Pi need a level shifter.
//   - The 20-pin package has rows 0 to 7 and only the address 0x70. The 24-pin package
//     has two address pins and twelve rows, the 28-pin package three and sixteen.
//
// # On the bus
//
// Every picture is sent with the whole set-up: six transactions, 40 bytes in all, 1 ms at
// 400 kHz. A chip whose supply dipped therefore shows the next picture correctly. The
// memory is read back, so that a chip that does not answer, or another part at its address,
// is noticed.
//
// # Why not periph's ht16k33
//
// It switches the display on before it has written the memory, clears half of the memory at
// the end, and cannot read the memory back.
package ht16k33
