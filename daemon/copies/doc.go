// Package copies keeps a second copy of the journals elsewhere, a second or two behind:
// on another disk, in an S3-compatible store, or in a NATS JetStream. It also restores
// them from there. It reads the files that the boards write; neither waits for the
// other.
package copies
