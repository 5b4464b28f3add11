package main

import (
	"io"
	"net"
	"testing"

	"touchmove/configs"
)

// Without a configuration, run shows a game at once, even while another program has
// the port for WebSockets. Flags still override this, and a configuration is not
// changed.
func TestDemonstration(t *testing.T) {
	if l, err := net.Listen("tcp", configs.Default().MQTT.WebSocket); err == nil {
		defer l.Close() // if this fails, another program has the port, which is as good
	}
	o := &runOptions{speed: 1, style: "noisy"}
	cmd := newRun(&console{out: io.Discard, err: io.Discard})
	got, err := o.load(cmd, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	w := got.Boards[0].Wiring.(configs.Simulated)
	if got.MQTT.WebSocket != "" || got.Game.TimeControl == "" || w.Style != "noisy" || w.Speed != 1 {
		t.Errorf("the demonstration has %+v, %+v, want a clock, no WebSocket and noisy hands in real time", got.MQTT, w)
	}
	o = &runOptions{speed: 1, config: simulated(t, "")}
	if got, err = o.load(cmd, io.Discard); err != nil {
		t.Fatal(err)
	}
	if w := got.Boards[0].Wiring.(configs.Simulated); got.Game.TimeControl != "" || w.Style == "blitz" {
		t.Errorf("after the flags the demonstration has %+v, %+v, want no clock and hands that are not those of blitz", got.Game, w)
	}
}
