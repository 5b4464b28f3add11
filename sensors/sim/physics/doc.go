// Package physics computes what the sensors of a board feel of the magnets above
// them: the field of a cylinder magnet in the base of each piece, the sum of
// the fields of all pieces, the thresholds and the hysteresis of each sensor,
// and where sensors and pieces really are.
//
// Fields are exact for a magnet that is magnetised uniformly along its axis
// (Derby and Olbert, Cylindrical magnets and ideal solenoids, American Journal
// of Physics 78, 229, 2010); far away they are those of a dipole. Thresholds are
// drawn for each sensor between the limits of its datasheet, which Kinds names.
//
// Lengths are micrometres, times microseconds, fields nanotesla, all of them
// integers: a sum of fields does not depend on the order in which pieces moved,
// and one seed gives the same readings on every machine. Floating point is used
// only for the field of a magnet, and every product is rounded by itself, because a
// fused multiply-add gives other results on the processors that have it.
//
// Iron (weights in the bases, steel screws, a reed's own leads) is left out, and
// so is temperature.
package physics
