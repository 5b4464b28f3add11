package daemon_test

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"html"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast/broadcasttest"
	"touchmove/configs"
	"touchmove/daemon"
	"touchmove/eventlog"
	"touchmove/internal/livetest"
	"touchmove/reconcile"
	"touchmove/rules"
	"touchmove/screen"
	"touchmove/sensors/lights"
	"touchmove/sensors/wiring"
)

// With a delayed broadcast, nothing that a stranger can read reveals anything of a game
// early, not even that it has begun or ended. The places are not listed here: the kernel says
// where the process listens, links of web pages are followed, all topics are subscribed to,
// and every file that other users may read is read. Anything that differs before and after
// play counts as revealing it. Without a delay the same checks find something at each kind of
// place, so they would notice.
func TestDelayAtEveryDoor(t *testing.T) {
	for _, c := range []struct {
		name  string
		delay time.Duration
		tells []string // kinds of places
	}{
		{"delayed by a quarter of an hour", 15 * time.Minute, nil},
		{"not delayed", 0, []string{"file", "log", "mqtt", "page", "websocket"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			told := earlyAtDoors(t, c.delay)
			var kinds []string
			for _, what := range told {
				kind, _, _ := strings.Cut(what, " ")
				kinds = append(kinds, kind)
			}
			slices.Sort(kinds)
			if kinds = slices.Compact(kinds); !slices.Equal(kinds, c.tells) {
				t.Errorf("these kinds of doors told of the game: %v, want %v:\n%s", kinds, c.tells, strings.Join(told, "\n"))
			}
		})
	}
}

// withEveryDoor is the configuration of a board that anything can be read of which the
// program can show: broker, screen, metrics, lamps, a second copy, Home Assistant. Its files
// are below home.
func withEveryDoor(t *testing.T, home string, delay time.Duration) *configs.Config {
	t.Helper()
	t.Setenv("TMPDIR", home)
	t.Setenv("ANNS_PASSWORD", "arbiter's")
	short := filepath.Join(t.TempDir(), "short.pgn")
	text := "[Event \"Open\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Event \"Open\"]\n[White \"B\"]\n[Black \"A\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n"
	if err := os.WriteFile(short, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c := small(t)
	c.State, c.Boards = filepath.Join(home, "state"), c.Boards[:1]
	c.Boards[0].Wiring = configs.Simulated{Chip: "mcp23017", PGN: short, Style: "clean", Seed: 1, Speed: 100}
	c.Metrics.Listen, c.Screen.Listen, c.Control.Dir = "127.0.0.1:0", "127.0.0.1:0", filepath.Join(home, "control")
	c.Journal.Copy.Dir = filepath.Join(home, "copy")
	c.MQTT.Users = []configs.User{{Name: "ann", Role: configs.Arbiter, Password: configs.Secret{Env: "ANNS_PASSWORD"}}}
	c.Boards[0].Lights = wiring.Lights{Driver: "ws2812b", Port: "0.0", Layout: lights.Layout{First: rules.A1, Next: rules.B1}, Edge: true, Brightness: 20, SupplyMA: 2000}
	c.Boards[0].Training = true // lamps show every move
	c.Broadcast.Settled, c.Broadcast.Values, c.Broadcast.HomeAssistant = reconcile.Likely, true, "homeassistant"
	if delay > 0 {
		c.Broadcast.Delay, c.Broadcast.Base = delay, "touchmove/v1-delayed"
	}
	return c
}

// earlyAtDoors plays a game to its end, and returns what changed at the daemon's open places.
func earlyAtDoors(t *testing.T, delay time.Duration) []string {
	home := t.TempDir()
	if err := os.Chmod(home, 0o755); err != nil {
		t.Fatal(err)
	}
	c := withEveryDoor(t, home, delay)
	before := listeners(t)
	var log livetest.Output
	d, err := daemon.Open(c, "v1", slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	board := d.Boards[0]
	board.Simulation.Halt(true)
	stop := goRun(t, d)
	doors := slices.DeleteFunc(listeners(t), func(address string) bool { return slices.Contains(before, address) })
	if len(doors) < 4 { // MQTT, WebSocket, screen, metrics
		t.Fatalf("the daemon listens at %v only", doors)
	}
	w := watch(t, doors)
	boards := w.boards()
	pages, files, lines := readPages(t, doors, boards), readFiles(t, home), log.String()
	if len(pages) < 5 {
		t.Fatalf("only these pages were found: %v", pages)
	}
	w.begin()

	first := board.History.Last().Game
	board.Simulation.Halt(false)
	broadcasttest.Eventually(t, "a game is over and the next has moves", func() bool {
		now := board.History.State()
		return now.Game != first && now.Phase == eventlog.Playing && len(now.Moves) > 1
	})
	if board.Signals == nil {
		t.Error("the board has no lamps: what they tell has not been tried")
	}
	var told []string
	tell := func(kind, door, was, is string) {
		if was != is {
			told = append(told, fmt.Sprintf("%s %s: %.300q, before play %.300q", kind, door, is, was))
		}
	}
	doors = slices.DeleteFunc(doors, func(a string) bool { return pages["http://"+a+"/"] == "" }) // a web request means nothing to a broker
	now := readPages(t, doors, boards)
	checkPagesFound(t, keysOf(pages, now), keysOf(nil, now), delay)
	for _, address := range keysOf(pages, now) {
		was, is := aboutPlay(pages[address], now[address])
		tell("page", address, was, is)
	}
	stop() // which writes the last files
	now = readFiles(t, home)
	for _, path := range keysOf(files, now) {
		if files[path] == "closed" && now[path] == "" {
			continue // a control socket, which ends with the daemon
		}
		tell("file", path, files[path], now[path])
	}
	tell("log", "standard error", "", uncommon(lines, log.String()))
	for door, text := range w.since() {
		kind, _, _ := strings.Cut(door, " ")
		tell(kind, door, "", text)
	}
	return told
}

// watch subscribes to everything at every address, over TCP and WebSocket.
func watch(t *testing.T, doors []string) *watcher {
	t.Helper()
	w := &watcher{topics: map[string]string{}}
	var asked sync.WaitGroup
	for _, address := range doors {
		asked.Go(func() {
			if !isWebServer(t, address) { // it would wait for the rest of a request
				w.subscribe(t, "mqtt", "tcp://"+address)
			}
		})
		for _, path := range []string{"", "/mqtt"} {
			asked.Go(func() { w.subscribe(t, "websocket", "ws://"+address+path) })
		}
	}
	asked.Wait()
	broadcasttest.Eventually(t, "each way to the broker says what is no secret", func() bool {
		return w.heard("mqtt", "availability") && w.heard("websocket", "availability")
	})
	return w
}

// checkPagesFound checks that the pages that could tell most were among those that were read:
// at any time, and since play began.
func checkPagesFound(t *testing.T, ever, now []string, delay time.Duration) {
	t.Helper()
	if delay == 0 && !slices.ContainsFunc(ever, func(address string) bool { return strings.Contains(address, screen.CardPath) }) {
		t.Error("no picture of the board was found: what it tells has not been tried")
	}
	for _, kind := range []string{".json", ".pgn"} {
		if !slices.ContainsFunc(now, func(address string) bool {
			return strings.Contains(address, screen.SnapshotPath) && strings.HasSuffix(address, kind)
		}) {
			t.Errorf("no snapshot of the board as %s was found: what it tells has not been tried", kind)
		}
	}
}

// goRun runs a daemon until stop is called.
func goRun(t *testing.T, d *daemon.Daemon) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- d.Run(ctx) }()
	return sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	})
}

// listeners returns the addresses at which this process listens (proc(5), net/tcp).
func listeners(t *testing.T) (addresses []string) {
	t.Helper()
	own := map[string]bool{}
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skipf("the kernel does not say where this process listens: %v", err)
	}
	for _, fd := range fds {
		if link, err := os.Readlink("/proc/self/fd/" + fd.Name()); err == nil {
			own[strings.TrimSuffix(strings.TrimPrefix(link, "socket:["), "]")] = true
		}
	}
	for _, table := range []string{"tcp", "tcp6"} {
		text, err := os.ReadFile("/proc/self/net/" + table)
		if err != nil {
			continue // no IPv6
		}
		for line := range strings.Lines(string(text)) {
			fields := strings.Fields(line)
			const listens = "0A"
			if len(fields) < 10 || fields[3] != listens || !own[fields[9]] {
				continue
			}
			_, hex, _ := strings.Cut(fields[1], ":")
			var port int
			if _, err := fmt.Sscanf(hex, "%X", &port); err != nil {
				t.Fatal(err)
			}
			addresses = append(addresses, fmt.Sprintf("127.0.0.1:%d", port))
		}
	}
	return addresses
}

// watcher collects what anonymous subscribers receive.
type watcher struct {
	mu     sync.Mutex
	topics map[string]string // by kind and topic
	from   map[string]string // the topics before play began
}

// answers is how long an answer may take on a busy machine.
const answers = 30 * time.Second

// isWebServer reports whether the server at an address answers a web request. An MQTT broker hangs
// up at once, or waits for the rest of what looks like a packet.
func isWebServer(t *testing.T, address string) bool {
	line, err := net.DialTimeout("tcp", address, answers)
	if err != nil {
		t.Error(err)
		return false
	}
	defer line.Close()
	line.SetDeadline(time.Now().Add(answers))
	fmt.Fprintf(line, "GET / HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", address)
	const version = "HTTP/"
	begins := make([]byte, len(version))
	n, _ := io.ReadFull(line, begins)
	return string(begins[:n]) == version
}

// subscribe subscribes to everything if there is a broker at the address.
func (w *watcher) subscribe(t *testing.T, kind, address string) {
	o := mqtt.NewClientOptions().AddBroker(address).SetClientID(fmt.Sprintf("door-%s-%d", kind, time.Now().UnixNano())).SetAutoReconnect(false).SetConnectTimeout(answers).SetProtocolVersion(4)
	o.SetDefaultPublishHandler(func(_ mqtt.Client, m mqtt.Message) {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.topics[kind+" "+m.Topic()] += string(m.Payload()) + "\n"
	})
	client := mqtt.NewClient(o)
	if token := client.Connect(); !token.WaitTimeout(answers) || token.Error() != nil {
		return
	}
	t.Cleanup(func() { client.Disconnect(0) })
	for _, filter := range []string{"#", "+/#", "+/+/+/+/+", "+/+/+/+/+/+", "+/+/+/+/+/+/+", "$SYS/#", "touchmove/v1/#", "touchmove/v1/local/one/state"} {
		client.Subscribe(filter, 1, nil).WaitTimeout(answers)
	}
}

func (w *watcher) heard(kind, last string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for topic := range w.topics {
		if strings.HasPrefix(topic, kind+" ") && strings.HasSuffix(topic, "/"+last) {
			return true
		}
	}
	return false
}

func (w *watcher) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.from = w.topics
	w.topics = map[string]string{}
}

// since returns what came since begin, without the message that the board is offline.
func (w *watcher) since() map[string]string {
	w.mu.Lock()
	defer w.mu.Unlock()
	for topic, text := range w.topics {
		if strings.HasSuffix(topic, "/availability") && strings.Trim(text, "ofline\n") == "" {
			delete(w.topics, topic)
		}
	}
	return w.topics
}

// boards returns the queries with which a page shows one board, of every board that is
// heard of.
func (w *watcher) boards() (queries []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for topic := range w.topics {
		if levels := strings.Split(topic, "/"); len(levels) > 3 {
			board, event := levels[len(levels)-2], levels[len(levels)-3]
			queries = append(queries, "?"+url.Values{"event": {event}, "board": {board}}.Encode())
		}
	}
	slices.Sort(queries)
	return slices.Compact(queries)
}

var linked = regexp.MustCompile(`(?:(?:href|src)="?'?|property="og:image" content=")([^"'> ]+)`)

// readPages reads every page that can be reached by links from the roots of the addresses,
// and from the pages of the boards.
func readPages(t *testing.T, addresses, boards []string) map[string]string {
	t.Helper()
	client := http.Client{Timeout: answers}
	pages := map[string]string{}
	var todo []string
	for _, a := range addresses {
		for _, query := range append([]string{""}, boards...) {
			todo = append(todo, "http://"+a+"/"+query)
			// What the pages' script asks for where it cannot reach the broker.
			level := func(key string) string {
				q, _ := url.ParseQuery(strings.TrimPrefix(query, "?"))
				return cmp.Or(q.Get(key), screen.AnyLevel)
			}
			for _, kind := range []string{"json", "pgn"} {
				todo = append(todo, fmt.Sprintf("http://%s%s/%s/%s.%s", a, screen.SnapshotPath, level("event"), level("board"), kind))
			}
			todo = append(todo, fmt.Sprintf("http://%s%s/%s/round/%s.pgn", a, screen.SnapshotPath, level("event"), url.PathEscape("?")))
		}
	}
	for len(todo) > 0 {
		at := todo[0]
		if todo = todo[1:]; pages[at] != "" {
			continue
		}
		answer, err := client.Get(at)
		if err != nil {
			continue // no HTTP server
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode == http.StatusNotFound {
			continue
		}
		pages[at] = answer.Status + "\n" + string(body)
		if !strings.Contains(answer.Header.Get("Content-Type"), "html") {
			continue
		}
		base, err := url.Parse(at)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range linked.FindAllSubmatch(body, -1) {
			if to, err := base.Parse(html.UnescapeString(string(m[1]))); err == nil && to.Host == base.Host {
				todo = append(todo, to.String())
			}
		}
	}
	return pages
}

// machines matches metrics about the machine, and about this test: sooner or later the broker
// refuses a web request as a login. They change whether or not a game is played.
var machines = regexp.MustCompile(`^(process_(cpu|resident|virtual|minor|major|num|open|max|start|context|pressure)[a-z_]*|go_[a-z_]+|touchmove_(scans_total|scan_rate_hertz|scan_late_seconds|scan_duration_seconds|scan_overruns_total|scan_stalled|embedded_clients|embedded_logins_refused_total|bus_(retries|errors|stalls)_total|bus_stuck))[{ ]`)

// aboutPlay removes from two pages the lines that both have, and those about the machine.
func aboutPlay(was, is string) (string, string) {
	only := func(a, b string) string {
		has := map[string]bool{}
		for line := range strings.Lines(b) {
			has[line] = true
		}
		var rest strings.Builder
		for line := range strings.Lines(a) {
			if !has[line] && !machines.MatchString(line) {
				rest.WriteString(line)
			}
		}
		return rest.String()
	}
	return only(was, is), only(is, was)
}

// readFiles reads all files below a directory that users other than the owner may read, and
// the names in directories that they may list.
func readFiles(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return nil // it has been renamed meanwhile
		}
		info, err := e.Info()
		if err != nil {
			return nil
		}
		switch mode := info.Mode(); {
		case e.IsDir() && mode.Perm()&0o005 == 0:
			return fs.SkipDir
		case e.IsDir():
			files[path] = "a directory"
		case mode.Type() == fs.ModeSocket && mode.Perm()&0o006 != 0:
			t.Errorf("everybody on this computer may use the socket %s", path)
		case mode.IsRegular() && mode.Perm()&0o004 != 0:
			text, err := os.ReadFile(path)
			if err == nil {
				files[path] = string(text)
			}
		default:
			files[path] = "closed"
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func keysOf(a, b map[string]string) (keys []string) {
	for _, m := range []map[string]string{a, b} {
		for k := range m {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// uncommon returns the lines added to a log, without those about the start of scanning and
// about connections.
func uncommon(was, is string) string {
	var more strings.Builder
	lines := bufio.NewScanner(strings.NewReader(strings.TrimPrefix(is, was)))
	for lines.Scan() {
		if !strings.Contains(lines.Text(), "all boards are being scanned") && !strings.Contains(lines.Text(), "connection") {
			more.WriteString(lines.Text() + "\n")
		}
	}
	return more.String()
}
