// Package tournament makes an organiser's reports from an event file and the records of its
// boards: the report of a round, the crosstable, and the report for FIDE (TRF16).
// Everything comes from a replay of the records, so it is the same whenever it is printed.
// Pairing is left to pairing programs.
package tournament
