// Package journal stores a board's records where a power cut cannot destroy them: a
// trace in the state directory that is only ever appended to. The daemon publishes
// nothing that Sync has not stored. After a crash it replays the journal and is in the
// same state as before.
//
// There are four types. A Journal is the file of one game. A Writer appends a board's
// records to it and publishes their entries once they are stored; read its commit first.
// A Dir is the directory, locked for one process. A Disk is the file system, as an
// interface so that tests can make it fail.
//
// What a crash may leave, and what Open makes of it:
//
//   - a last line without its end, or zero bytes (0xff on an erased card) where
//     the disk had lengthened the file but not yet written it: the torn end. It
//     was never published, so it is cut off, and the next record follows the
//     last complete line;
//   - zeros up to the end: space allocated for records (see prepare); it is cut off;
//   - more lines after such bytes: the disk wrote later data but not earlier
//     data, or a worn card has lost a block of what was stored long ago. There is
//     no way to tell which, so the journal is cut there as well, and Gap reports
//     that what is cut off may have been published;
//   - a file with the suffix ".new": a journal whose creation was interrupted
//     before it had its name. Nothing was published from it; it is ignored, and
//     the next Create of that name begins it again;
//   - anything else that cannot be read, or does not match its checksum, is
//     damage that the program must not guess about: an error with file and line.
package journal
