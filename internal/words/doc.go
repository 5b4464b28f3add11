// Package words has every text that is shown to people in the languages of the program:
// one file a language, read here and by the build of the screen (screen/build.mjs). A
// new language is a new file; the tests say what it lacks.
//
// Codes and particulars are what the program keeps and sends; a text is made of them
// where it is shown. A file has groups of keys. A key is named "group.key", but for the
// groups common, screen and console, whose keys have no prefix: those are the words that
// all share, those of the public pages and those of the arbiter's page. A text holds its
// particulars as {name}. A text that depends on a number {n} has the forms "one" and
// "other", as n is 1 or not, which is right for every language here.
package words
