// Package gpiochip requests lines of the kernel's GPIO chips, /dev/gpiochipN, by name or by
// chip and number, to drive them, read them or wait for their edges together.
//
// A line is looked up each time it is requested, so an adapter that was plugged in while the
// program runs is found the next time. Names are looked up on the Raspberry Pi's own chips
// (pinctrl-...) first, because several chips may use the same one. periph's gpioioctl
// identifies lines only by name, and those of USB adapters and port expanders have none; it
// lists the chips only once; and its errors are text.
//
// # Sources
//
// Linux GPIO character device, user-space interface v2, since Linux 5.10 (kernel
// documentation, "GPIO Character Device Userspace API"): the lines of one request are written
// and read with one system call each, as nearly at the same moment as the chip can. Sixteen
// edges per line wait for a reader; further ones are dropped. The system calls are made by
// go-gpiocdev.
package gpiochip
