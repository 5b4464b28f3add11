// Package gpioclock reads a chess clock's lever, or two buttons under it, on GPIO
// lines, and says who pressed when.
//
// # What is read
//
// A lever has two positions; a contact under White's end, or a Hall sensor, is
// active after White has pressed. Two buttons are active while a hand is on
// them. Either way a press is a line that came to another level and stayed
// there for the debounce time: contacts bounce for a millisecond or two, and a
// lever that is only brushed springs back. A press counts from its first edge,
// not from the end of the bouncing: the time on the clock is the player's.
//
// # Sources
//
// Linux GPIO character device, user-space interface v2: the kernel queues
// sixteen edges a line and drops the rest without a word, so that edges wake the
// reader and the levels read afterwards decide.
package gpioclock
