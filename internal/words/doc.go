// Package words has every text that people see, in one file for each language. The files
// are read here and by the build of the screen (screen/build.mjs). A new language is a new
// file; the tests say what it lacks.
//
// The program stores and sends codes and particulars, which become a text where they are
// shown. A file has groups of keys. A key is named "group.key", except in the groups
// common, screen and console, whose keys have no prefix: the words shared by all pages,
// those of the public pages and those of the arbiter's page. A text holds its particulars
// as {name}. A text that depends on a number {n} has the form "one" if n is 1 and "other"
// if not, which is right for every language here.
package words
