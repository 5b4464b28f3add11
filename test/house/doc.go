// Command house measures how the source is built and prints it as a table: what
// must be understood together, how far a record travels, how wide structs are and
// how deep functions. `make lint` runs it with -limits, and fails where a figure has come
// above its limit.
//
// A knot is a set of files of one package of which each needs each other, directly
// or by a chain: file A needs file B when A uses something that B declares. It is
// the largest strongly connected component of that graph, by lines.
//
// The way of a reading is a table of legs (hops.go), each the shortest chain of calls
// from one function to another. What is counted are the types on it that have methods
// of their own; a function put in between is found, and a leg that broke is reported.
//
// A check of a command is what a function on its way hands it to and gets an error from
// (checks.go). The plainest chip and command are those that the fewest files name: what
// another one of a known kind needs.
//
// Complexity is the cyclomatic number (McCabe 1976): one, and one more for each
// if, for, case, communication clause, && and ||. A function literal counts with
// the function that contains it.
//
// Generated files and tests are not measured.
package main
