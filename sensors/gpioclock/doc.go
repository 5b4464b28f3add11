// Package gpioclock reads the lever of a chess clock, or two buttons under it, on
// GPIO lines, and reports who pressed and when.
//
// # What is read
//
// A lever has two positions; a contact under White's end, or a Hall sensor, is
// active after White has pressed. Two buttons are active while a hand is on them.
// In both cases a press is a line that changed its level and then kept it for the
// debounce time: contacts bounce for a millisecond or two, and a lever that is only
// brushed springs back. A press counts from its first edge, not from the end of the
// bouncing: that time belongs to the player.
//
// # Sources
//
// Linux GPIO character device, user-space interface v2. The kernel queues sixteen
// edges per line and drops further ones silently. So edges only wake the reader,
// and the levels read afterwards decide.
package gpioclock
