// Package gpiomatrix reads boards whose switches stand at the crossings of
// eight rows and eight columns on the Raspberry Pi's own GPIO lines. One row
// at a time is driven, and the columns are read.
//
// # The lines
//
// Rows and columns are what periph's gpioioctl.LineSet offers: write some
// lines, read some lines, with errors. One LineSet of eight outputs and one of
// eight inputs is the quick way. Rows may be single pins too (NewRowPins), at one
// system call a pin: those without diodes have to float while another is driven.
//
// # Diodes
//
// With a diode at every switch (anode to the column for rows driven low, to
// the row for rows driven high) every crossing is read for itself. Without
// diodes current runs backwards through closed switches: three pieces on the
// corners of a rectangle close the fourth corner too. No driver can undo that;
// Ghosts says where it may have happened. And rows that are not being read
// must then float: two rows driven against each other through two pieces on one
// file are a short. A LineSet's outputs cannot float, so a board without diodes
// needs NewRowPins.
//
// # Sources
//
// Linux GPIO character device, user-space interface v2 (kernel documentation,
// "GPIO_V2_LINE_GET_VALUES_IOCTL"): the lines of one request are read together.
// Raspberry Pi's pull resistors are about 50 kΩ (BCM2835 ARM Peripherals,
// chapter 6; RP1 Peripherals for the Pi 5): with 100 pF to 500 pF of board and
// cable a released line is up after five time constants, 25 µs to 125 µs.
package gpiomatrix
