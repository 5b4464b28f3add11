package main

import (
	"io"
	"net"
	"testing"

	"touchmove/configs"
)

// Without a configuration there is something to see, also while another program
// has the port for WebSockets; a flag still decides, and a configuration is left
// as it is.
func TestDemonstration(t *testing.T) {
	if l, err := net.Listen("tcp", configs.Default().MQTT.WebSocket); err == nil {
		defer l.Close() // else another program has it: just as well
	}
	o := &runOptions{speed: 1, style: "noisy"}
	cmd := newRun(&console{out: io.Discard, err: io.Discard})
	got, err := o.load(cmd, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	w := got.Boards[0].Wiring.(configs.Simulated)
	if got.MQTT.WebSocket != "" || got.Game.TimeControl == "" || w.Style != "noisy" || w.Speed != 1 {
		t.Errorf("%+v, %+v", got.MQTT, w)
	}
	o = &runOptions{speed: 1, config: simulated(t, "")}
	if got, err = o.load(cmd, io.Discard); err != nil {
		t.Fatal(err)
	}
	if w := got.Boards[0].Wiring.(configs.Simulated); got.Game.TimeControl != "" || w.Style == "blitz" {
		t.Errorf("%+v, %+v", got.Game, w)
	}
}
