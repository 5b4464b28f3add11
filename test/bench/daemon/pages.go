package main

import (
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// asks is how often each page is requested, and pause the time in between: a daemon
// answers one address ten times a second.
const (
	asks  = 60
	pause = 150 * time.Millisecond
)

// pages measures how soon the daemon's health pages arrive, and how much of that the
// daemon itself takes: on a busy computer both sides wait.
func pages(boards int, status string) error {
	for _, page := range []string{"/healthz", "/metrics"} {
		var waited []time.Duration
		for range asks {
			began := time.Now()
			if _, err := get("http://" + status + page); err != nil {
				return err
			}
			waited = append(waited, time.Since(began))
			time.Sleep(pause)
		}
		text, err := get("http://" + status + "/metrics")
		if err != nil {
			return err
		}
		own := func(quantile string) (time.Duration, error) {
			_, rest, _ := strings.Cut(text, fmt.Sprintf("touchmove_page_seconds{page=%q,quantile=%q} ", page, quantile))
			seconds, _, _ := strings.Cut(rest, "\n")
			value, err := strconv.ParseFloat(seconds, 64)
			return time.Duration(value * float64(time.Second)), err
		}
		half, err := own("0.5")
		if err != nil {
			return err
		}
		most99, err := own("0.99")
		if err != nil {
			return err
		}
		fmt.Printf("boards %2d  %s after %s (aim: 20 ms); of that in the daemon p50 %v, p99 %v\n", boards, page, spread(waited), half, most99)
	}
	return nil
}

func get(url string) (string, error) {
	answer, err := http.Get(url)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s: %s", url, answer.Status, text)
	}
	return string(text), err
}
