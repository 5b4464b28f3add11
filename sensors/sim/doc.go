// Package sim plays real games the way people play them, and computes what the sensors of a
// board would feel.
//
// Perform takes games (a start position and its moves) and a Style, and makes simulated hands
// act them out in continuous time: pieces are lifted, slid, dropped between squares, put back
// and knocked over; two players' hands work at once; the clock is pressed, commands are given.
// The result is a Performance. It exists at three levels:
//
//   - Signals: every change of what a sensor feels, with contact bounce and faults,
//     before any scan. A simulated chip puts these on its pins.
//   - Records: the same as a board would have recorded it, sampled by scans.
//   - Truth: what was really played, how, and when.
//
// The package never imports the reconstruction that it is used to test, so its record of what
// was played is an independent truth. One seed gives the same performance on every machine:
// all randomness is PCG (math/rand/v2), and all arithmetic is on integers, except for the
// fields of magnets (package physics).
//
// Timings are quantiles of hands (see Spread) at four paces of play; the levels are tables
// (see Styles). The figures of ten levels follow the sample traces that came with the project;
// the others are our own. How often the hands of the level restless rest on the way is an
// assumption.
package sim
