// Package copies keeps a second copy of the journals elsewhere, on another disk, in an
// S3-compatible store or in a NATS JetStream, a second or two behind, and brings it back. It reads the files that
// the boards write and never waits for them, nor they for it.
package copies
