//go:build !race

package journal_test

// raced: the race detector watches these tests.
const raced = false
