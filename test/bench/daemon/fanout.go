package main

import (
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// fanout measures what it costs a broker to pass one message to many readers, and
// calculates from it what halls of several sizes need. docs/operations.md describes
// how.
func fanout(length time.Duration) error {
	const size = 1500 // bytes: a state in the middle of a game
	var perDelivery time.Duration
	for _, readers := range []int{1, 10, 100, 400} {
		b, err := startMosquitto()
		if err != nil {
			return err
		}
		var got atomic.Int64
		for i := range readers {
			c, err := subscribe(b.url, fmt.Sprintf("reader-%d", i), "state", func(mqtt.Client, mqtt.Message) { got.Add(1) })
			if err != nil {
				b.stop()
				return err
			}
			defer c.Disconnect(0)
		}
		w := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(b.url).SetClientID("writer"))
		if token := w.Connect(); token.Wait() && token.Error() != nil {
			b.stop()
			return token.Error()
		}
		payload := strings.Repeat("x", size)
		before, err := cpu(b.cmd.Process.Pid)
		if err != nil {
			return err
		}
		began, sent := time.Now(), int64(0)
		for time.Since(began) < length {
			w.Publish("state", 1, true, payload).Wait()
			for sent++; got.Load() < (sent-20)*int64(readers); { // wait for readers that fall behind
				time.Sleep(time.Millisecond)
			}
		}
		for limit := time.Now().Add(10 * time.Second); got.Load() < sent*int64(readers) && time.Now().Before(limit); {
			time.Sleep(time.Millisecond)
		}
		took := time.Since(began)
		after, err := cpu(b.cmd.Process.Pid)
		if err != nil {
			return err
		}
		w.Disconnect(0)
		b.stop()
		perDelivery = (after - before) / time.Duration(max(1, got.Load()))
		fmt.Printf("fanout    %3d readers: %.0f messages of %d bytes delivered a second, %d of %d arrived, mosquitto computes %v for each\n",
			readers, float64(got.Load())/took.Seconds(), size, got.Load(), sent*int64(readers), perDelivery.Round(10*time.Nanosecond))
	}
	reckon(perDelivery, size)
	return nil
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
