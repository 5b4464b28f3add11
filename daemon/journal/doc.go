// Package journal keeps what a board said where a power cut cannot take it: a
// trace in the state directory that is only ever appended to. The daemon tells
// nothing that Sync has not kept, and after a crash it plays the journal again
// and stands where it stood.
//
// What a crash may leave, and what Open makes of it:
//
//   - a last line without its end, or bytes of value zero where the disk had
//     lengthened the file but not yet written it: the torn end. It was never
//     told, so it is cut off, and the next record follows the last whole line;
//   - a file with the suffix ".new": a journal whose creation was interrupted
//     before it had its name. Nothing was told from it either; it is ignored,
//     and the next Create of that name begins it again;
//   - anything else that cannot be read is damage nobody should guess about:
//     an error with file and line.
package journal
