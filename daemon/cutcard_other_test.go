//go:build !linux

package daemon_test

import "testing"

// cutCard is a file system whose power can be cut, which needs Linux.
type cutCard struct{ dir string }

func newCutCard(*testing.T) *cutCard { return nil }

func (*cutCard) cut(*testing.T) {}
