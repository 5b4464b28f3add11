// Package gpiochip takes lines of the kernel's GPIO chips, /dev/gpiochipN, by
// name or by chip and number, to be driven, read or waited for together.
//
// A line is looked up each time it is requested: an adapter that is plugged in
// while the program runs is there the next time. Names are looked for on the
// Raspberry Pi's own chips (pinctrl-...) first, as several chips may use one.
// periph's gpioioctl knows lines by their names alone, and those of USB adapters
// and port expanders have none; it lists the chips once, and its errors are
// text.
//
// # Sources
//
// Linux GPIO character device, user-space interface v2, from Linux 5.10 on (kernel
// documentation, "GPIO Character Device Userspace API"): a request of several lines is written
// and read with one system call each, as nearly at one moment as the chip can;
// sixteen edges a line wait for a reader and the rest are dropped. The calls
// themselves are those of go-gpiocdev.
package gpiochip
