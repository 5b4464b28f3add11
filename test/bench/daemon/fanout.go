package main

import (
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// stateSize is the size of the messages that fanout sends, in bytes: a state in the middle of a game.
const stateSize = 1500

// fanout measures what it costs a broker to pass one message to many readers, up to
// those of an open tournament, and calculates from it what halls of several sizes need.
// docs/operations.md describes how.
func fanout(length time.Duration) error {
	var perDelivery time.Duration
	for _, readers := range []int{1, 10, 100, 400, 1000} {
		var err error
		if perDelivery, err = fanoutTo(readers, length); err != nil {
			return fmt.Errorf("%d readers: %w", readers, err)
		}
	}
	reckon(perDelivery, stateSize)
	return nil
}

// fanoutTo measures with so many readers, and returns the time that the broker computes for each
// delivery. It is an error if a message does not arrive.
func fanoutTo(readers int, length time.Duration) (time.Duration, error) {
	b, err := startMosquitto()
	if err != nil {
		return 0, err
	}
	defer b.stop()
	var got atomic.Int64
	for i := range readers {
		c, err := subscribe(b.url, fmt.Sprintf("reader-%d", i), "state", func(mqtt.Client, mqtt.Message) { got.Add(1) })
		if err != nil {
			return 0, err
		}
		defer c.Disconnect(0)
	}
	w := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(b.url).SetClientID("writer"))
	if token := w.Connect(); token.Wait() && token.Error() != nil {
		return 0, token.Error()
	}
	defer w.Disconnect(0)
	sent := int64(0)
	behind := func(messages int64) error { // waits for readers that are further behind
		for limit := time.Now().Add(30 * time.Second); got.Load() < (sent-messages)*int64(readers); time.Sleep(time.Millisecond) {
			if time.Now().After(limit) {
				return fmt.Errorf("%d of %d messages have arrived, and no more in 30 s", got.Load(), sent*int64(readers))
			}
		}
		return nil
	}
	payload := strings.Repeat("x", stateSize)
	before, err := cpu(b.cmd.Process.Pid)
	if err != nil {
		return 0, err
	}
	began := time.Now()
	for time.Since(began) < length {
		if token := w.Publish("state", 1, true, payload); token.Wait() && token.Error() != nil {
			return 0, token.Error()
		}
		sent++
		if err := behind(20); err != nil {
			return 0, err
		}
	}
	if err := behind(0); err != nil {
		return 0, err
	}
	took := time.Since(began)
	after, err := cpu(b.cmd.Process.Pid)
	if err != nil {
		return 0, err
	}
	each := (after - before) / time.Duration(got.Load())
	fmt.Printf("fanout    %4d readers: %.0f messages of %d bytes delivered a second, all %d arrived, mosquitto computes %v for each\n",
		readers, float64(got.Load())/took.Seconds(), stateSize, got.Load(), each.Round(10*time.Nanosecond))
	return each, nil
}

// reckon calculates what halls of several sizes need of a broker, from the cost that
// was just measured.
func reckon(perDelivery time.Duration, size int) {
	const perMinute = 2.0 // moves a minute on each board; readers get the state after each
	for _, h := range []struct {
		name            string
		boards, readers int
		follow          int // boards that each reader watches
	}{
		{"home", 1, 3, 1},
		{"club", 16, 30, 16},
		{"open", 500, 1000, 4},
		{"big open", 5000, 20000, 1},
		{"a million screens", 5000, 1000000, 1},
	} {
		deliveries := perMinute / 60 * float64(h.follow) * float64(h.readers)
		cores := deliveries * perDelivery.Seconds()
		fmt.Printf("reckoned  %s: %d boards, %d readers of %d boards each: %.0f deliveries a second, %.2f cores of a broker, %.1f Mbit/s\n",
			h.name, h.boards, h.readers, h.follow, deliveries, cores, deliveries*float64(size+80)*8/1e6)
	}
}
