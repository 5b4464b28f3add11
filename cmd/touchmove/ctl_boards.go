package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	sockets "touchmove/daemon/control"
	"touchmove/eventlog/alarms"
	"touchmove/internal/words"
)

// boards lists the boards.
func (o *ctlOptions) boards(c *console) error {
	client, err := o.dial()
	if err != nil {
		return err
	}
	defer client.Close()
	list, err := client.Boards()
	if err != nil {
		return err
	}
	if o.json {
		return json.NewEncoder(c.out).Encode(list)
	}
	t, err := o.texts()
	if err != nil {
		return err
	}
	var errs []error
	for _, b := range list {
		_, err := fmt.Fprintln(c.out, standingLine(t, b))
		errs = append(errs, err)
		for _, text := range troubles(t, b) {
			_, err := fmt.Fprintf(c.out, "    %s\n", text)
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// troubles returns the alarms that ring at a board, and the public alarms that do not ring, such as
// those about the computer's disk or the board's calibration.
func troubles(t *words.Texts, b sockets.Standing) []string {
	list := slices.Clone(b.Rings)
	if texts, ok := b.RingsIn[t.Code]; ok {
		list = slices.Clone(texts)
	}
	for _, a := range b.Alarms {
		if !alarms.Rings(a.ID) {
			list = append(list, a.In(t))
		}
	}
	return list
}

func orUnknown(name string) string {
	if name == "" {
		return "?"
	}
	return name
}
