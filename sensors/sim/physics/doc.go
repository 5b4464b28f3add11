// Package physics computes what the sensors of a board feel of the magnets above
// them: the field of a cylinder magnet in the base of each piece, the sum of the
// fields of all pieces, the thresholds and the hysteresis of each sensor, and where
// sensors and pieces really are.
//
// Fields are exact for a magnet with uniform magnetisation along its axis (Derby
// and Olbert, Cylindrical magnets and ideal solenoids, American Journal of Physics
// 78, 229, 2010). Far away they are those of a dipole. The thresholds of each
// sensor are drawn between the limits of its datasheet, which Kinds names.
//
// Lengths are in micrometres, times in microseconds and fields in nanotesla, all of
// them integers: a sum of fields does not depend on the order in which pieces
// moved, and one seed gives the same readings on every machine. Floating point is
// used only for the field of a magnet, and every product is rounded separately,
// because processors with a fused multiply-add would give other results.
//
// Iron (weights in the bases, steel screws, a reed's own leads) and temperature are
// left out.
package physics
