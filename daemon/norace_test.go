//go:build !race

package daemon_test

// raced: the race detector watches these tests.
const raced = false
