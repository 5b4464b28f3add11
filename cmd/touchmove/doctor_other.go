//go:build !linux

package main

import (
	"errors"

	"touchmove/daemon/doctor"
)

// thisComputer is for Linux alone: elsewhere there is no board to be read.
func thisComputer() (doctor.System, error) {
	return doctor.System{}, errors.New("doctor examines Linux computers only")
}
