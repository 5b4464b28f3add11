// Package ws2812b lights chains of LEDs with a controller in each: WS2812B, SK6812 and
// SK6812RGBW. They listen to one wire without a clock, on which the length of a pulse is
// the bit. The wire is the data output of an SPI port.
//
// # Datasheets
//
// Worldsemi "WS2812B", version 1.0 (2016), and Shenzhen LED Color "SK6812", revision 01, and
// "SK6812-xx" (2015) for the version with a white LED; the tables "Data transfer time" and
// "Composition of data":
//
//	           0 high     0 low      1 high     1 low      reset    data
//	WS2812B    0.40 µs    0.85 µs    0.80 µs    0.45 µs    50 µs    G R B
//	SK6812     0.30 µs    0.90 µs    0.60 µs    0.60 µs    80 µs    G R B, or G R B W
//
// each time ± 0.15 µs, the reset at least as long, the highest bit first. Later WS2812B
// want a reset of 280 µs; this driver leaves 300 µs.
//
// # On the wire
//
// A byte of SPI is one bit of data: at 6.25 MHz its eight bits last 0.16 µs each, so that a
// 0 is 0.32 µs high and 0.96 µs low, and a 1 of a WS2812B 0.80 and 0.48 µs, of an SK6812 0.64
// and 0.64 µs. 6.25 MHz, because the clock of an SPI port is the core's divided by an even
// number: 250, 400 and 500 MHz (Raspberry Pi Zero to 4) and 200 MHz (5) all give exactly that.
// The core's clock must not change meanwhile: core_freq=250 in config.txt on a Raspberry Pi
// 3 and Zero 2, core_freq=500 and core_freq_min=500 on a 4.
//
// 65 LEDs are 1560 bytes and, with a white LED, 2080: within the 4096 that Linux's spidev
// takes at once. No LED answers: a chain that is cut or has no supply cannot be noticed.
//
// # Why not periph's nrzled
//
// It sends four bits of SPI for one of data at 2.5 MHz, so that a 0 is 0.40 µs high, which
// an SK6812 does not promise to understand at 0.45; it leaves 9.6 µs for the reset; and for
// LEDs with white it writes three of the four colours.
package ws2812b
