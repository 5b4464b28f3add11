// Package ws2812b drives chains of LEDs with built-in controllers: WS2812B, SK6812 and
// SK6812RGBW. They receive data on one wire without a clock; the length of a pulse is the bit.
// The wire is the data output of an SPI port.
//
// # Datasheets
//
// Worldsemi "WS2812B", version 1.0 (2016); Shenzhen LED Color "SK6812", revision 01; and
// "SK6812-xx" (2015) for the version with a white LED. Tables "Data transfer time" and
// "Composition of data":
//
//	           0 high     0 low      1 high     1 low      reset    data
//	WS2812B    0.40 µs    0.85 µs    0.80 µs    0.45 µs    50 µs    G R B
//	SK6812     0.30 µs    0.90 µs    0.60 µs    0.60 µs    80 µs    G R B, or G R B W
//
// Each time is ± 0.15 µs, the reset is a minimum, and the highest bit comes first. Later
// WS2812B need a reset of 280 µs; this driver leaves 300 µs.
//
// # On the wire
//
// One byte of SPI carries one bit of data. At 6.25 MHz each of its eight bits lasts 0.16 µs.
// So a 0 is 0.32 µs high and 0.96 µs low; a 1 is 0.80 and 0.48 µs for a WS2812B, 0.64 and 0.64
// µs for an SK6812. The rate is 6.25 MHz because the clock of an SPI port is the core clock
// divided by an even number: 250, 400 and 500 MHz (Raspberry Pi Zero to 4) and 200 MHz (5:
// RP1_CLK_SYS in rp1.dtsi of its Linux) all give exactly that. The core clock must not change
// meanwhile: set core_freq=250 in config.txt on a Raspberry Pi 3 and Zero 2, core_freq=500 and
// core_freq_min=500 on a 4.
//
// 65 LEDs take 1560 bytes or, with a white LED, 2080: less than the 4096 that Linux's spidev
// accepts at once. The LEDs do not answer, so a broken chain or one without supply cannot be
// noticed.
//
// # Why not periph's nrzled
//
// It sends four bits of SPI for one bit of data at 2.5 MHz, so that a 0 is 0.40 µs high, but
// the SK6812's limit is 0.45 µs. It leaves only 9.6 µs for the reset. For LEDs with white it
// writes three of the four colours.
package ws2812b
