// Package copies keeps a second copy of the journals elsewhere, on another disk or in an
// S3-compatible store, a second or two behind, and brings it back. It reads the files that
// the boards write and never waits for them, nor they for it.
package copies
