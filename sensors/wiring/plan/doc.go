// Package plan draws how a board is soldered: the header of the Raspberry Pi with the
// pins that are used, every chip with its address pins, the wire of every square, what is
// below a square, and the parts with their quantities.
//
// It draws a wiring.Circuit, which is made from the rows of chips that drivers and
// configurations read; the package itself knows nothing about any chip or board. A plan
// is printed as text, as SVG, or as a page for A4 paper. Everything is black on white and
// nothing depends on colour: wires have numbers, pins have names and numbers, and power
// is a thick line.
package plan
