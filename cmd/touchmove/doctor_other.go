//go:build !linux

package main

import (
	"errors"

	"touchmove/daemon/doctor"
)

// thisComputer fails: only Linux can read a board.
func thisComputer() (doctor.System, error) {
	return doctor.System{}, errors.New("doctor examines Linux computers only")
}
