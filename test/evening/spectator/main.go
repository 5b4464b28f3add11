// Command spectator watches a board from another computer: it opens the page of the
// screen, connects to the broker as that page does, and ends when it sees the first
// move.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

func main() {
	host := flag.String("host", "127.0.0.1:8080", "`HOST:PORT` of the screen")
	want := flag.String("move", "e2e4", "first `MOVE` of the game, as UCI writes it")
	patience := flag.Duration("for", 20*time.Minute, "how `LONG` to wait")
	flag.Parse()
	if err := watch(*host, *want, time.Now().Add(*patience)); err != nil {
		fmt.Println("spectator: FAILED:", err)
		os.Exit(1)
	}
}

func watch(host, want string, limit time.Time) error {
	var err error
	for time.Now().Before(limit) {
		var move string
		if move, err = first(host, limit); err == nil {
			fmt.Println("spectator: the first move is", move)
			if !strings.Contains(move, `"uci":"`+want+`"`) {
				return fmt.Errorf("it is not %s", want)
			}
			return nil
		}
		time.Sleep(time.Second)
	}
	return fmt.Errorf("no move is seen: %w", err)
}

// first opens the page and waits for a move.
func first(host string, limit time.Time) (string, error) {
	page, err := (&http.Client{Timeout: 10 * time.Second}).Get("http://" + host + "/")
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(io.LimitReader(page.Body, 1<<20))
	page.Body.Close()
	if err != nil || page.StatusCode != http.StatusOK || !strings.Contains(string(text), "touchmove") {
		return "", fmt.Errorf("the page answers with %s, %v", page.Status, err)
	}
	moves, lost := make(chan string, 1), make(chan error, 1)
	options := mqtt.NewClientOptions().AddBroker("ws://" + host + "/mqtt").SetClientID("spectator").SetAutoReconnect(false).
		SetConnectTimeout(10 * time.Second).SetConnectionLostHandler(func(_ mqtt.Client, err error) { lost <- err })
	client := mqtt.NewClient(options)
	if token := client.Connect(); token.Wait() && token.Error() != nil {
		return "", token.Error()
	}
	defer client.Disconnect(0)
	fmt.Println("spectator: the page is there, and the broker behind it")
	client.Subscribe("touchmove/v1/+/+/move", 1, func(_ mqtt.Client, m mqtt.Message) {
		select {
		case moves <- string(m.Payload()):
		default:
		}
	})
	select {
	case move := <-moves:
		return move, nil
	case err := <-lost:
		return "", err
	case <-time.After(time.Until(limit)):
		return "", errors.New("time is up")
	}
}
