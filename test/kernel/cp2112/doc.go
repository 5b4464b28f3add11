// Package cp2112 simulates a USB bridge for a real kernel: Silicon Labs' CP2112 (an I2C
// bus and eight GPIO lines behind one HID device, AN495 revision 0.2), through
// /dev/uhid. Linux binds its own hid-cp2112 driver to it. So there is a /dev/i2c-N and
// a /dev/gpiochipN whose chips are the twins of package sensors/sim/chips.
package cp2112
