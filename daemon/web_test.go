package daemon_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast/broadcasttest"
	"touchmove/configs"
	"touchmove/daemon"
)

// running opens a daemon and runs it until stop is called.
func running(t testing.TB, c *configs.Config) (d *daemon.Daemon, stop func()) {
	t.Helper()
	d, err := daemon.Open(c, "v1", quiet)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- d.Run(ctx) }()
	var once sync.Once
	stop = func() {
		once.Do(func() {
			cancel()
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
	t.Cleanup(stop)
	return d, stop
}

// The screen is served from the start, and tells browsers where to reach the broker.
func TestWeb(t *testing.T) {
	c := small(t)
	c.Screen.Listen = broadcasttest.FreeAddress(t)
	_, port, _ := strings.Cut(c.MQTT.WebSocket, ":")
	bridge := `&#34;broker&#34;:&#34;/mqtt&#34;`
	for _, kind := range []struct {
		name   string
		change func(c *configs.Config)
		told   string
	}{
		{"the broker's own WebSocket", func(*configs.Config) {}, "&#34;broker&#34;:&#34;:" + port + "&#34;"},
		{"a WebSocket on another host", func(c *configs.Config) { c.MQTT.WebSocket = "127.0.0.2:" + port }, "&#34;broker&#34;:&#34;127.0.0.2:" + port},
		{"a delayed feed", func(c *configs.Config) { c.Broadcast.Delay = time.Minute }, "&#34;base&#34;:&#34;touchmove/v1-delayed&#34;,&#34;live&#34;:&#34;touchmove/v1&#34;"},
		{"no WebSocket", func(c *configs.Config) { c.MQTT.WebSocket = "" }, bridge},
		{"a broker elsewhere", func(c *configs.Config) { c.MQTT.Broker = "mqtt://127.0.0.1:9" }, bridge},
		{"a broker elsewhere with a WebSocket", func(c *configs.Config) { c.MQTT.Broker = "ws://127.0.0.1:9/mqtt" }, "&#34;broker&#34;:&#34;ws://127.0.0.1:9/mqtt&#34;"},
	} {
		changed := *c
		changed.State = t.TempDir()
		kind.change(&changed)
		d, stop := running(t, &changed)
		r, err := http.Get(d.Web.URL())
		if err != nil {
			t.Fatal(err)
		}
		page, err := io.ReadAll(r.Body)
		r.Body.Close()
		if err != nil || r.StatusCode != http.StatusOK {
			t.Fatalf("%s: %v, %v", kind.name, r.Status, err)
		}
		if !strings.Contains(string(page), kind.told) {
			t.Errorf("%s: the page is not told %s", kind.name, kind.told)
		}
		stop()
		if _, err := http.Get("http://" + changed.Screen.Listen); err == nil {
			t.Errorf("%s: served after the end", kind.name)
		}
	}
}

// A port in use is an error at the start, which names the port.
func TestWebPortInUse(t *testing.T) {
	c := small(t)
	c.Screen.Listen = c.MQTT.Listen
	if _, err := daemon.Open(c, "v1", quiet); err == nil || !strings.Contains(err.Error(), "screen: "+c.Screen.Listen) {
		t.Errorf("error %v", err)
	}
}

// viewer is a screen as the daemon sees it: it subscribes over WebSocket, and keeps the
// state with the highest seq of each game.
type viewer struct {
	client mqtt.Client

	mu    sync.Mutex
	seen  map[string]uint64 // highest seq by game
	state shownState
}

type shownState struct {
	Game string `json:"game"`
	Seq  uint64 `json:"seq"`
	FEN  string `json:"fen"`
}

func (v *viewer) take(_ mqtt.Client, m mqtt.Message) {
	var s shownState
	if json.Unmarshal(m.Payload(), &s) != nil {
		return
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if s.Seq >= v.seen[s.Game] {
		v.seen[s.Game] = s.Seq
		v.state = s
	}
}

// audience connects n screens, which reconnect whenever they are cut off.
func audience(t testing.TB, url string, n int) []*viewer {
	t.Helper()
	all := make([]*viewer, n)
	var started sync.WaitGroup
	for i := range all {
		v := &viewer{seen: map[string]uint64{}}
		all[i] = v
		o := mqtt.NewClientOptions().AddBroker(url).SetClientID(fmt.Sprintf("screen-%d", i)).SetConnectRetry(true).SetConnectRetryInterval(300 * time.Millisecond).
			SetMaxReconnectInterval(time.Second).SetKeepAlive(15 * time.Second).SetOnConnectHandler(func(c mqtt.Client) {
			c.Subscribe("touchmove/v1/+/+/state", 1, v.take)
		})
		v.client = mqtt.NewClient(o)
		started.Go(func() { v.client.Connect().Wait() })
	}
	started.Wait()
	t.Cleanup(func() {
		var gone sync.WaitGroup
		for _, v := range all {
			gone.Go(func() { v.client.Disconnect(0) })
		}
		gone.Wait()
	})
	return all
}

// forget makes every screen count as blank until it receives something new.
func forget(all []*viewer) {
	for _, v := range all {
		v.mu.Lock()
		v.state = shownState{}
		v.mu.Unlock()
	}
}

// right counts the screens that show the current state of the board's history.
func right(d *daemon.Daemon, all []*viewer) int {
	s := d.Boards[0].History.State()
	n := 0
	for _, v := range all {
		v.mu.Lock()
		if v.state.Game == s.Game && v.state.FEN == s.FEN() {
			n++
		}
		v.mu.Unlock()
	}
	return n
}

func plyOf(d *daemon.Daemon) int {
	s := d.Boards[0].History.State()
	return s.Ply()
}

// audienceHall returns the configuration of one board that plays at twenty times real
// time.
func audienceHall(t *testing.T) *configs.Config {
	c := small(t)
	c.Boards = c.Boards[:1]
	w := c.Boards[0].Wiring.(configs.Simulated)
	w.Speed = 20
	c.Boards[0].Wiring = w
	return c
}

// After the broker was gone, every screen becomes right again by itself.
func TestScreensAfterRestart(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it")
	}
	c := audienceHall(t)
	d, stop := running(t, c)
	all := audience(t, "ws://"+c.MQTT.WebSocket, 25)
	broadcasttest.Eventually(t, "every screen is right", func() bool { return plyOf(d) > 1 && right(d, all) == len(all) })
	stop()
	forget(all)
	d, _ = running(t, c)
	ply := plyOf(d)
	broadcasttest.Eventually(t, "every screen is right after the restart, and play goes on", func() bool {
		return plyOf(d) != ply && right(d, all) == len(all)
	})
}

// BenchmarkScreens measures one daemon with 1,000 screens in one process: how long until
// the last of them is right, at first and after a restart of broker and daemon.
func BenchmarkScreens(b *testing.B) {
	const screens = 1000
	for b.Loop() {
		c := configs.Default()
		c.State, c.Screen.Listen = b.TempDir(), ""
		c.MQTT.Listen, c.MQTT.WebSocket = freeAddress(b), freeAddress(b)
		w := c.Boards[0].Wiring.(configs.Simulated)
		w.Style, w.Speed = "clean", 20
		c.Boards[0].Wiring = w
		d, stop := running(b, c)
		waitRight(b, func() bool { return plyOf(d) > 1 })
		began := time.Now()
		all := audience(b, "ws://"+c.MQTT.WebSocket, screens)
		waitRight(b, func() bool { return right(d, all) == screens })
		b.ReportMetric(time.Since(began).Seconds()*1000, "ms-until-all-right")
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		b.ReportMetric(float64(m.HeapAlloc)/(1<<20), "MB-heap-with-1000-clients")
		stop()
		forget(all)
		began = time.Now()
		d, stop = running(b, c)
		waitRight(b, func() bool { return right(d, all) == screens })
		b.ReportMetric(time.Since(began).Seconds()*1000, "ms-until-all-right-after-restart")
		stop()
	}
	b.ReportMetric(0, "ns/op")
}

// freeAddress returns an unused address of this computer.
func freeAddress(b *testing.B) string {
	b.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func waitRight(b *testing.B, ok func() bool) {
	b.Helper()
	for limit := time.Now().Add(2 * time.Minute); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(limit) {
			b.Fatal("not within two minutes")
		}
	}
}
