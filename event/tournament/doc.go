// Package tournament makes of an event file and of the records of its boards what
// an organiser files: the report of a round, the crosstable, and the report that is
// sent to FIDE (TRF16). Everything is made from records, by a replay, so that it is
// the same whenever it is printed. Pairing is left to pairing programs.
package tournament
