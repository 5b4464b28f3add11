package feeds_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"touchmove/broadcast/feeds"
	"touchmove/internal/goldentest"
	"touchmove/reconcile"
	"touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/rules/pgn"
)

// puller reads a round as Lichess does (lila, modules/relay: RelayFormat and DgtJson): five
// seconds for an answer, no redirects, no status except 200. First it tries the address
// itself and games.pgn below it as PGN, then the address, round.json and index.json as JSON
// with game-1.json or game-1.pgn beside it.
type puller struct{ client http.Client }

func newPuller() *puller {
	return &puller{http.Client{
		Timeout:       5 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

func (p *puller) get(url string) (text, charset string, err error) {
	answer, err := p.client.Get(url)
	if err != nil {
		return "", "", err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return "", "", fmt.Errorf("[%d] %s", answer.StatusCode, url)
	}
	body, err := io.ReadAll(answer.Body)
	_, charset, _ = strings.Cut(answer.Header.Get("Content-Type"), "charset=")
	return string(body), charset, err
}

// pull returns the PGN of the round.
func (p *puller) pull(address string) (string, error) {
	for _, url := range []string{address, address + "/games.pgn"} {
		if text, charset, err := p.get(url); err == nil && charset == "utf-8" && looksLikePGN(text) {
			return text, nil
		}
	}
	for _, url := range []string{address, address + "/round.json", address + "/index.json"} {
		if text, _, err := p.get(url); err == nil && json.Valid([]byte(text)) {
			return p.pullMany(url, text)
		}
	}
	return "", errors.New("no games found at " + address)
}

func looksLikePGN(text string) bool {
	g, err := pgn.NewReader(strings.NewReader(text)).Next()
	return err == nil && g != nil
}

// The keys that Lichess reads, with the types that it requires.
type pulledPlayer struct {
	FName, MName, LName, Title *string
	FideID                     *int
}

func (p *pulledPlayer) name() string {
	var parts []string
	for _, part := range []*string{p.FName, p.MName, p.LName} {
		if part != nil {
			parts = append(parts, *part)
		}
	}
	return strings.Join(parts, " ")
}

func (p *puller) pullMany(index, text string) (string, error) {
	var round struct {
		Date     *string
		Pairings []struct {
			White, Black *pulledPlayer
			Result       *string
		}
	}
	if err := json.Unmarshal([]byte(text), &round); err != nil {
		return "", err
	}
	var b strings.Builder
	for i, pairing := range round.Pairings {
		text, _, err := p.get(index[:strings.LastIndexByte(index, '/')] + fmt.Sprintf("/game-%d.json", i+1))
		if err != nil {
			return "", err
		}
		var game struct {
			Moves    []string
			Result   *string
			Chess960 *int
			Clock    *struct {
				White, Black *int
				Time         int64
			}
		}
		if err := json.Unmarshal([]byte(text), &game); err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "[White %q]\n[Black %q]\n[Result %q]\n[Round \"1.%d\"]\n", pairing.White.name(), pairing.Black.name(), *pairing.Result, i+1)
		if pairing.White.FideID != nil {
			fmt.Fprintf(&b, "[WhiteFideId \"%d\"]\n", *pairing.White.FideID)
		}
		if game.Chess960 != nil && *game.Chess960 != 518 {
			start, err := rules.Chess960Start(*game.Chess960)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN %q]\n", start.FEN())
		}
		b.WriteString("\n")
		for _, m := range game.Moves {
			san, left, timed := strings.Cut(m, " ")
			b.WriteString(san + " ")
			if timed {
				var seconds int
				if _, err := fmt.Sscanf(left, "%d", &seconds); err != nil {
					return "", fmt.Errorf("the clock of %q: %w", m, err)
				}
				fmt.Fprintf(&b, "{[%%clk %d:%02d:%02d]} ", seconds/3600, seconds/60%60, seconds%60)
			}
		}
		b.WriteString(*pairing.Result + "\n\n")
	}
	return b.String(), nil
}

// From a round's address, Lichess finds every game of the round, with the players, results
// and clocks that the boards published.
func TestLichessPulls(t *testing.T) {
	h, _ := twoBoards(t)
	server := httptest.NewServer(feeds.NewHandler(h.hub))
	defer server.Close()
	want := []string{"1 Żółć, Anna - Öst, Bo: f3 e5 g4 Qh4# 0-1", "1 Ng, Cy - Ek, Di: e4 e5 1/2-1/2"}
	for _, address := range []string{"/open-2026/round-1", "/open-2026/round-1/games.pgn"} {
		text, err := newPuller().pull(server.URL + address)
		if err != nil {
			t.Errorf("%s: %v", address, err)
			continue
		}
		if got := games(t, text); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
	// As from a LiveChess cloud, where names are split.
	text, err := newPuller().pull(server.URL + "/open-2026/round-1/index.json")
	if err != nil {
		t.Fatal(err)
	}
	want = []string{"1.1 Anna Żółć - Bo Öst: f3 e5 g4 Qh4# 0-1", "1.2 Cy Ng - Di Ek: e4 e5 1/2-1/2"}
	if got := games(t, text); !slices.Equal(got, want) || !strings.Contains(text, `[WhiteFideId "1100211"]`) {
		t.Errorf("from the cloud's files: %q, want %q\n%s", got, want, text)
	}
}

// The files of the cloud, byte by byte: with clocks, of a Chess960 game, and of a finished
// game.
func TestCloudFiles(t *testing.T) {
	timed, shuffled := newTable("hall-1"), newTable("hall-2")
	start, err := rules.Chess960Start(0)
	if err != nil {
		t.Fatal(err)
	}
	timed.open(pairing("1", "Żółć, Anna", "Öst, Bo"), rules.StartPosition())
	shuffled.open(pairing("1", "Ng, Cy", "Ek"), start)
	h := open(t, "open-2026", timed, shuffled)
	timed.start()
	left := [2]time.Duration{5400 * time.Second, 5400 * time.Second}
	for i, san := range []string{"e4", "e5", "Nf3"} {
		timed.play(t, san)
		left[i%2] -= time.Duration(7*(i+1)) * time.Second
		times := reconcile.Times{Left: left, Phase: clock.Running, Runs: rules.Color((i + 1) % 2)}
		timed.tell(reconcile.ClockChanged{Change: clock.Completed.String(), AtPress: true, Ply: i + 1, Pressed: left, Times: times})
		timed.tell(reconcile.ClockChanged{Change: clock.Pressed.String(), Times: times})
	}
	shuffled.start()
	shuffled.play(t, "f4")
	shuffled.end("1-0")
	h.until(t, "open-2026", timed)
	h.until(t, "open-2026", shuffled)
	server := httptest.NewServer(feeds.NewHandler(h.hub))
	defer server.Close()
	for path, name := range map[string]string{
		"/open-2026/tournament.json":          "tournament.json",
		"/get/open-2026/round-1/index.json":   "index.json",
		"/get/open-2026/round-1/game-1.json":  "game-1.json",
		"/get/open-2026/round-1/game-2.json?": "game-2.json",
	} {
		answer, body := get(t, server.URL+path)
		if got := answer.Header.Get("Content-Type"); answer.StatusCode != 200 || got != "application/json; charset=utf-8" {
			t.Errorf("%s: %s, %s", path, answer.Status, got)
		}
		goldentest.Check(t, filepath.Join("testdata", "cloud", name), body)
	}
	text, err := newPuller().pull(server.URL + "/open-2026/round-1/index.json")
	if err != nil || !strings.Contains(text, "e4 {[%clk 1:29:53]}") || !strings.Contains(text, start.FEN()) {
		t.Errorf("pulled: %v\n%s", err, text)
	}
}
