package cluster

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	nc "github.com/nats-io/nats.go"

	"touchmove/broadcast/broadcasttest"
	"touchmove/configs"
	"touchmove/daemon/copies"
)

// A journal grows while each of three NATS servers in turn is killed, loses its disk and comes
// back. Whatever the copier reports as copied comes back from the cluster, and with one server gone
// copying goes on.
func TestCopyToACluster(t *testing.T) {
	binary, f := natsServer(t), &fleet{}
	var clients, routes, dirs []string
	for range 3 {
		clients, routes, dirs = append(clients, broadcasttest.FreeAddress(t)), append(routes, broadcasttest.FreeAddress(t)), append(dirs, t.TempDir())
	}
	for i := range 3 {
		config := filepath.Join(t.TempDir(), "nats.conf")
		text := fmt.Sprintf("server_name: n%d\nlisten: %s\njetstream { store_dir: %q }\ncluster { name: hall, listen: %q, routes: [nats://%s] }\n",
			i, clients[i], dirs[i], routes[i], strings.Join(routes, ", nats://"))
		if err := os.WriteFile(config, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		f.commands = append(f.commands, []string{binary, "-c", config})
	}
	f.begin(t)

	const name = "open/hall-7/20261121t182200123z.jsonl"
	state := t.TempDir()
	path := filepath.Join(state, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	store, err := copies.OpenNATS(configs.Copy{URL: "nats://" + strings.Join(clients, ",") + "/chess"})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	c := copies.New(store, state, nil, slog.New(slog.DiscardHandler))
	var text, acknowledged []byte
	var slowest time.Duration
	write := func(times int) {
		t.Helper()
		for n := range times {
			text = fmt.Appendf(text, "record %d of %d\n", n, len(text))
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			broadcasttest.Eventually(t, "it is copied", func() bool {
				ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
				defer cancel()
				return c.Pass(ctx) == nil
			})
			slowest, acknowledged = max(slowest, time.Since(began)), bytes.Clone(text)
		}
	}
	write(20)
	for i := range 3 {
		f.kill(i)
		write(20)
		if err := os.RemoveAll(dirs[i]); err != nil { // a new disk
			t.Fatal(err)
		}
		f.start(t, i)
		whole(t, clients[i])
	}
	f.killAll() // a power cut of the whole hall
	f.startAll(t)
	broadcasttest.Eventually(t, "the cluster is back", func() bool {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		got, err := store.Get(ctx, name)
		return err == nil && bytes.Equal(got, acknowledged)
	})
	t.Logf("%d bytes; the slowest record was in the copy after %v", len(acknowledged), slowest.Round(time.Millisecond))
}

// whole waits until a server has caught up with the others.
func whole(t *testing.T, address string) {
	t.Helper()
	c := connect(t, address)
	defer c.Close()
	broadcasttest.Eventually(t, address+" has caught up", func() bool {
		answer, err := c.Request("$JS.API.STREAM.INFO.chess", nil, 2*time.Second)
		return err == nil && bytes.Count(answer.Data, []byte(`"current":true`)) == 2 && !bytes.Contains(answer.Data, []byte(`"offline":true`))
	})
}

func connect(t *testing.T, address string) *nc.Conn {
	t.Helper()
	c, err := nc.Connect(address, nc.RetryOnFailedConnect(true), nc.MaxReconnects(-1), nc.ReconnectWait(100*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	return c
}
