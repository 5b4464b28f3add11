// Package strict reads TOML files that people write by hand, and reports everything
// that is wrong in a file at once.
//
// An unknown key, a value of the wrong kind and whatever the caller finds wrong with a value
// are Faults: each names the line, points at the part that is wrong and says what to write
// instead. Nothing is guessed. One value of the wrong kind does not hide what else is wrong:
// it is reported, and what depends on it is left out of the report.
//
// The shape of a file is a struct with toml tags. Numbers and booleans that may be
// left out are pointers, so that "not written" and "written as zero" stay apart;
// a value that may be of several kinds is an any.
package strict
