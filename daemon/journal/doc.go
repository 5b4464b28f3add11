// Package journal keeps what a board said where a power cut cannot take it: a
// trace in the state directory that is only ever appended to. The daemon tells
// nothing that Sync has not kept, and after a crash it plays the journal again
// and stands where it stood.
//
// There are four types. A Journal is the file of one game. A Writer takes a
// board's records there and publishes what they mean once they are kept; its
// commit is to be read first. Dir is the directory, locked for one process. Disk
// is what a file system is asked for, so that tests can stand in for it to fail.
//
// What a crash may leave, and what Open makes of it:
//
//   - a last line without its end, or bytes of value zero (on an erased card
//     0xff) where the disk had lengthened the file but not yet written it: the
//     torn end. It was never told, so it is cut off, and the next record follows
//     the last whole line;
//   - more lines after such bytes: the disk wrote what was appended later and
//     not what was appended before, or a worn card has lost a block of what was
//     kept long ago. Nobody can tell which, so the journal is cut there as well,
//     and Gap says that what is cut off may have been told;
//   - a file with the suffix ".new": a journal whose creation was interrupted
//     before it had its name. Nothing was told from it either; it is ignored,
//     and the next Create of that name begins it again;
//   - anything else that cannot be read, or is not as its checksum says, is
//     damage nobody should guess about: an error with file and line.
package journal
