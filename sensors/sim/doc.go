// Package sim plays real games the way people play them, and says what the
// sensors of a board would feel.
//
// Perform takes games (a start position and its moves) and a Style, and lets
// hands act them out in continuous time: pieces are lifted, slid, dropped between squares, put
// back, knocked over; two players' hands work at once; the clock is pressed,
// commands are spoken. That is a Performance. It exists at three levels:
//
//   - Signals: every change of what a sensor feels, with contact bounce and
//     faults, before anything has scanned it; a simulated chip puts these on its
//     pins.
//   - Records: the same as a board would have recorded it, sampled by scans.
//   - Truth: what was really played, how, and when.
//
// The package never imports the reconstruction that it is used to test, so its record of
// what was played is an independent truth. One seed gives the same performance on every
// machine: all randomness is PCG (math/rand/v2) and all arithmetic is on integers.
//
// Timings are quantiles of hands (see Spread) at four paces of play; the levels
// are tables (see Styles). Figures of the ten levels follow the sample traces
// that came with the project; the others are of our own making. How often the
// hands of the level restless rest on the way is an assumption.
package sim
