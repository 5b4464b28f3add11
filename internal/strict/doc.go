// Package strict reads TOML files that people write by hand, and reports everything that is
// wrong in a file at once.
//
// Unknown keys, values of the wrong kind and whatever the caller finds wrong with a value
// are Faults. Each names the line, points at the part that is wrong and says what to write
// instead. Nothing is guessed. A value of the wrong kind does not hide other faults: it is
// reported, and only the checks that depend on it are skipped.
//
// The shape of a file is a struct with toml tags. Numbers and booleans that may be missing
// are pointers, so that a missing value differs from zero; a value that may be of several
// kinds is an any.
package strict
