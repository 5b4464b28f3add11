package main

import (
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// broker is a mosquitto started for the measurement.
type broker struct {
	url string
	cmd *exec.Cmd
	dir string
}

func startMosquitto() (*broker, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	address := l.Addr().String()
	l.Close()
	host, port, _ := net.SplitHostPort(address)
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, err
	}
	config := filepath.Join(dir, "mosquitto.conf")
	text := fmt.Sprintf("listener %s %s\nallow_anonymous true\npersistence false\nmax_queued_messages 100000\nuser root\n", port, host)
	if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
		return nil, err
	}
	path, err := exec.LookPath("mosquitto")
	if err != nil {
		path = "/usr/sbin/mosquitto"
	}
	b := &broker{url: "tcp://" + address, cmd: exec.Command(path, "-c", config), dir: dir}
	if err := b.cmd.Start(); err != nil {
		return nil, fmt.Errorf("%w: run `make deps`", err)
	}
	for limit := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			return b, nil
		} else if time.Now().After(limit) {
			b.stop()
			return nil, err
		}
	}
}

func (b *broker) stop() {
	b.cmd.Process.Kill()
	b.cmd.Wait()
	os.RemoveAll(b.dir)
}

// subscribe receives the messages of a filter until the process ends.
func subscribe(url, id, filter string, take mqtt.MessageHandler) (mqtt.Client, error) {
	c := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(url).SetClientID(id).SetAutoReconnect(false).SetMessageChannelDepth(100000))
	if token := c.Connect(); token.Wait() && token.Error() != nil {
		return nil, token.Error()
	}
	if token := c.Subscribe(filter, 1, take); token.Wait() && token.Error() != nil {
		return nil, token.Error()
	}
	return c, nil
}
