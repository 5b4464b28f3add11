package feeds

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"touchmove/internal/repeats"
)

// Lichess pushes the games of an event to a broadcast round of lichess.org (or of another
// server with its software), as described in the section "Broadcasts" of its API. Every
// push contains the whole round, and the server compares it with what it has. So a push may
// be lost or repeated, also by a restart.
type Lichess struct {
	Server string // https://lichess.org
	Round  string // id of the broadcast's round, 8 letters and digits
	Token  string // with the scope study:write; never logged
	Event  string // topic level of the event; "" means the only one
	Only   string // the round of that event to push, as in Game.Round; "" means the current games

	Client *http.Client
	After  func(time.Duration) <-chan time.Time // time.After
	Log    *slog.Logger
}

// Limits that Lichess sets for programs, and our own.
const (
	lichessGames   = 64               // most games of a round
	lichessPause   = 2 * time.Second  // between two pushes
	lichessTooMany = time.Minute      // pause after status 429, unless the answer says longer
	firstBackOff   = 5 * time.Second  // pause after any other failure; it doubles each time
	lastBackOff    = 5 * time.Minute  // longest pause
	pushTimeout    = 20 * time.Second // for one push; the server may take 10
)

// Validate checks the settings. The token is sent only over TLS, or to this computer.
func (l *Lichess) Validate() error {
	u, err := url.Parse(l.Server)
	switch {
	case err != nil || u.Hostname() == "" || u.Scheme != "https" && u.Scheme != "http":
		return fmt.Errorf("%q is not a server: write https://lichess.org", l.Server)
	case u.Scheme == "http" && u.Hostname() != "127.0.0.1" && u.Hostname() != "localhost" && u.Hostname() != "::1":
		return fmt.Errorf("%s would send the token in the clear: write https://", l.Server)
	case len(l.Round) != 8 || strings.Trim(l.Round, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "":
		return fmt.Errorf("%q is not the id of a round: it is the 8 letters and digits at the end of the round's address", l.Round)
	case l.Token == "":
		return errors.New("there is no token: make one at https://lichess.org/account/oauth/token with the scope study:write")
	}
	return nil
}

// Run pushes the games whenever they change, until ctx ends, one push at a time. After a
// failure it tries again, including later changes.
func (l *Lichess) Run(ctx context.Context, h *Hub) {
	pushed := ""
	var failure repeats.Error
	backOff := firstBackOff
	for {
		s, changed := h.Now()
		text, err := l.text(s)
		var wait <-chan time.Time // nil: wait only for a change
		if err == nil && text != "" && text != pushed {
			changed = nil // the pause comes first
			var after time.Duration
			if after, err = l.push(ctx, text); err == nil {
				pushed, backOff = text, firstBackOff
				wait = l.After(lichessPause)
			} else {
				after = max(after, backOff)
				backOff = min(2*backOff, lastBackOff)
				wait = l.After(after)
			}
		}
		if ctx.Err() != nil {
			return
		}
		if failure.New(err) {
			l.Log.Warn("Lichess has not accepted the games: pushing them again", "round", l.Round, "error", err)
		}
		select {
		case <-changed:
		case <-wait:
		case <-ctx.Done():
			return
		}
	}
}

// text returns the content of the next push, or "" if there is nothing to push.
func (l *Lichess) text(s Snapshot) (string, error) {
	games, err := s.chosen(l.Event, l.Only)
	if err != nil {
		return "", err
	}
	if n := countParts(games); n > lichessGames {
		return "", fmt.Errorf("%d games: a round of Lichess holds %d at most; push the boards of each event to a round of its own", n, lichessGames)
	}
	return JoinPGN(games), nil
}

// push sends a round once. The error says what to do; the duration is how long Lichess asks
// us to wait.
func (l *Lichess) push(ctx context.Context, text string) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, pushTimeout)
	defer cancel()
	address := strings.TrimSuffix(l.Server, "/") + "/api/broadcast/round/" + l.Round + "/push"
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, address, strings.NewReader(text))
	if err != nil {
		return 0, err
	}
	r.Header.Set("Authorization", "Bearer "+l.Token)
	r.Header.Set("Content-Type", "text/plain; charset=utf-8")
	r.Header.Set("Accept", "application/json")
	r.Header.Set("User-Agent", "touchmove")
	answer, err := l.Client.Do(r)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, 1<<20))
	if err != nil {
		return 0, fmt.Errorf("the answer breaks off: %w", err)
	}
	switch code := answer.StatusCode; {
	case code == http.StatusTooManyRequests:
		seconds, _ := strconv.Atoi(answer.Header.Get("Retry-After"))
		return max(lichessTooMany, time.Duration(min(max(seconds, 0), 3600))*time.Second), errors.New("it asks for a pause (429)")
	case code == http.StatusUnauthorized, code == http.StatusForbidden:
		return lastBackOff, fmt.Errorf("it does not know the token, or the token may not write to this round (%d): make one with the scope study:write, of an account that is a contributor of the broadcast", code)
	case code == http.StatusNotFound:
		return lastBackOff, fmt.Errorf("there is no round %s (404): it is the 8 letters and digits at the end of the round's address", l.Round)
	case code != http.StatusOK:
		return 0, fmt.Errorf("it answers %d: %s", code, reason(body))
	}
	games, err := gamesOf(body)
	if err != nil {
		return 0, fmt.Errorf("its answer (200) is not that of Lichess, so whether it has the games is unknown: check the server's address, and whether a login page or a proxy of the network answers in its place: %w: %s", err, reason(body))
	}
	for _, g := range games { // the push itself was accepted, and these would be refused again
		if g.Error != "" {
			l.Log.Warn("Lichess rejects a game", "white", g.Tags["White"], "black", g.Tags["Black"], "error", g.Error)
		}
	}
	return 0, nil
}

// pushedGame is one game in the answer to a push; its error is "" if it was accepted.
type pushedGame struct {
	Tags  map[string]string `json:"tags"`
	Error string            `json:"error"`
}

// gamesOf reads the answer to a push that was accepted: an object with the list of its games
// (Lichess API, "Push PGN to your broadcast round").
func gamesOf(body []byte) ([]pushedGame, error) {
	var answer struct {
		Games *[]pushedGame `json:"games"`
	}
	if err := json.Unmarshal(body, &answer); err != nil {
		return nil, err
	}
	if answer.Games == nil {
		return nil, errors.New("it has no list of games")
	}
	return *answer.Games, nil
}

// reason returns a server's description of a failure, on one line.
func reason(body []byte) string {
	var answer struct {
		Error string `json:"error"`
	}
	if json.Unmarshal(body, &answer) == nil && answer.Error != "" {
		body = []byte(answer.Error)
	}
	line := strings.Join(strings.Fields(string(bytes.ToValidUTF8(body, []byte("?")))), " ")
	if runes := []rune(line); len(runes) > 200 {
		line = string(runes[:200]) + "..."
	}
	return line
}
