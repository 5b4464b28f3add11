// Command house measures the structure of the source and prints it as a table: how much
// code must be understood together, how far a record travels, how wide structs are and
// how complex functions. `make lint` runs it with -limits, and fails if a figure exceeds
// its limit.
//
// A knot is a set of files of one package that all need each other, directly or through
// others: file A needs file B if A uses something that B declares. It is a strongly
// connected component of that graph. The largest is measured, by lines.
//
// The way of a reading is a table of legs (hops.go), each the shortest chain of calls
// from one function to another. The figure is the number of types on the way that have
// methods. A function added in between is found, and a leg that no longer exists is
// reported.
//
// A check of a command is a function that gets the command on its way and returns an
// error or a bool (checks.go). The plainest chip and command are those that the fewest files
// name: what another one of a known kind would need. The median and the most stand beside it.
//
// The fields of a struct are counted with those of the structs that it embeds.
//
// A key of a configuration, or a setting made from keys, that no selector names outside an assignment
// has no effect (unread.go).
//
// Complexity is the cyclomatic number (McCabe 1976): one, plus one for each if, for,
// case, communication clause, && and ||. A function literal counts with the function that
// contains it.
//
// The worst three of knots, structs and functions are named; -long names more.
//
// Generated files and tests are not measured.
package main
