package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/gorilla/websocket"

	"touchmove/broadcast/broadcasttest"
)

// background starts a command in this process and returns the first line that it
// prints. end waits until the command has ended.
func background(t *testing.T, args ...string) (first string, end func() (status int, stderr string)) {
	t.Helper()
	out, in := io.Pipe()
	var stderr bytes.Buffer
	ended := make(chan int, 1)
	go func() {
		ended <- run(args, &console{in: strings.NewReader(""), out: in, err: &stderr})
		in.Close()
	}()
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		t.Fatalf("%v printed nothing: exit status %d: %s", args, <-ended, stderr.String())
	}
	go func() {
		for lines.Scan() { // drain the output, so that the command never blocks on a write
		}
	}()
	return lines.Text(), func() (int, string) { return <-ended, stderr.String() }
}

// A daemon runs with every bridge beside it, as a user would start them. The game
// on the board can be read as PGN, is written to disk, reaches programs that use
// LiveChess, and is pushed to a round on Lichess. All of them end cleanly at
// SIGTERM.
func TestBridges(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	address := broadcasttest.FreeAddress(t)
	config := simulated(t, "")
	text, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(config, bytes.Replace(text, []byte("127.0.0.1:0"), []byte(address), 1), 0o644); err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	pushed, authorization := "", ""
	lichess := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		pushed, authorization = string(body), r.Header.Get("Authorization")
		io.WriteString(w, `{"games":[]}`)
	}))
	defer lichess.Close()
	dir := t.TempDir()
	token := filepath.Join(dir, "token")
	if err := os.WriteFile(token, []byte("lip_secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	games := filepath.Join(dir, "games")

	_, endRun := background(t, "run", "--config", config)
	site, endHTTP := background(t, "bridge", "http", "--config", config, "--listen", "127.0.0.1:0", "--directory", games)
	socket, endLive := background(t, "bridge", "livechess", "--broker", "tcp://"+address, "--listen", "127.0.0.1:0")
	pushing := make(chan string, 1)
	go func() {
		status, _, stderr := call(t, "", "bridge", "lichess", "--broker", "tcp://"+address, "--round-id", "AbCd1234", "--token-file", token, "--server", lichess.URL)
		if status != exitDone {
			stderr += "(failed)"
		}
		pushing <- stderr
	}()

	broadcasttest.Eventually(t, "the whole game is served as PGN", func() bool {
		answer, err := http.Get(site + "local/boards/demo.pgn")
		if err != nil {
			return false
		}
		defer answer.Body.Close()
		body, _ := io.ReadAll(answer.Body)
		return answer.StatusCode == http.StatusOK && strings.Contains(string(body), "1. e4") && strings.Contains(string(body), `[White "A"]`)
	})
	broadcasttest.Eventually(t, "it is on disk", func() bool {
		text, _ := os.ReadFile(filepath.Join(games, "local", "games.pgn"))
		return strings.Contains(string(text), "1. e4")
	})
	broadcasttest.Eventually(t, "it is pushed", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return strings.Contains(pushed, "1. e4") && authorization == "Bearer lip_secret"
	})
	conn, _, err := websocket.DefaultDialer.Dial(socket, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	broadcasttest.Eventually(t, "LiveChess has the board", func() bool {
		if err := conn.WriteMessage(websocket.TextMessage, []byte(`{"id":1,"call":"eboards"}`)); err != nil {
			t.Fatal(err)
		}
		var answer struct {
			Param []struct{ SerialNr, State string }
		}
		_, text, err := conn.ReadMessage()
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &answer); err != nil {
			t.Fatal(err)
		}
		return len(answer.Param) == 1 && answer.Param[0].SerialNr == "demo" && answer.Param[0].State == "ACTIVE"
	})
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	for name, end := range map[string]func() (int, string){"run": endRun, "http": endHTTP, "livechess": endLive} {
		if status, stderr := end(); status != exitDone {
			t.Errorf("%s: exit status %d: %s", name, status, stderr)
		}
	}
	if stderr := <-pushing; strings.Contains(stderr, "(failed)") || strings.Contains(stderr, "lip_secret") {
		t.Errorf("lichess: %s", stderr)
	}
}
