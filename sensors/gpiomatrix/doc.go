// Package gpiomatrix reads boards with a switch at each crossing of eight rows and
// eight columns, directly on the Raspberry Pi's GPIO lines. It drives one row at a
// time and reads the columns.
//
// # The lines
//
// Rows and columns have the methods of periph's gpioioctl.LineSet: write some
// lines, read some lines, with errors. The quick way is one LineSet of eight
// outputs and one of eight inputs. Rows may also be single pins (NewRowPins), at
// one system call per pin. Rows without diodes must be able to float while another
// is driven.
//
// # Diodes
//
// With a diode at every switch (anode to the column for rows driven low, to the row
// for rows driven high), every crossing is read on its own. Without diodes, current
// flows backwards through closed switches: three pieces on the corners of a
// rectangle close the fourth corner as well. No driver can undo that; Ghosts says
// where it may have happened. Rows that are not being read must then float, because
// two rows driven against each other through two pieces on one file are a short
// circuit. The outputs of a LineSet cannot float, so a board without diodes needs
// NewRowPins.
//
// # Sources
//
// Linux GPIO character device, user-space interface v2 (kernel documentation,
// "GPIO_V2_LINE_GET_VALUES_IOCTL"): the lines of one request are read together.
// Raspberry Pi's pull resistors are about 50 kΩ (BCM2835 ARM Peripherals, chapter
// 6; RP1 Peripherals for the Pi 5). With 100 pF to 500 pF of board and cable, a
// released line is high after five time constants, 25 µs to 125 µs.
package gpiomatrix
