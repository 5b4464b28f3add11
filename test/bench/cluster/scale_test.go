package cluster

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast/broadcasttest"
)

// blocks returns the configurations of docs/operations.md, by the word that each begins
// with.
func blocks(t *testing.T) map[string][]string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for _, m := range regexp.MustCompile("(?s)\n```(?:[a-z]*)\n(.*?)\n```").FindAllStringSubmatch(string(text), -1) {
		first, _, _ := strings.Cut(strings.TrimSpace(m[1]), " ")
		all[first] = append(all[first], m[1])
	}
	return all
}

// place writes a configuration, and the files that it names, below a directory of the
// test.
func place(t *testing.T, text string) string {
	t.Helper()
	dir := t.TempDir()
	cert, key := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	if out, err := exec.Command("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
		"-subj", "/CN=broker.hall.example", "-keyout", key, "-out", cert).CombinedOutput(); err != nil {
		t.Fatalf("openssl: %v\n%s", err, out)
	}
	acl, err := filepath.Abs("../../../docs/mosquitto.acl")
	if err != nil {
		t.Fatal(err)
	}
	secret := filepath.Join(dir, "secret")
	for path, text := range map[string]string{secret: "a secret\n", filepath.Join(dir, "passwd"): ""} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for path, ours := range map[string]string{
		`/etc/(mosquitto|nats|touchmove|nginx)/[a-z]+\.pem`: cert, `/etc/(mosquitto|nats|nginx)/[a-z]+\.key`: key,
		`/etc/mosquitto/touchmove\.passwd`: filepath.Join(dir, "passwd"), `/etc/mosquitto/touchmove\.acl`: acl,
		`/etc/touchmove/[a-z]+\.password`: secret, `/var/(lib|cache)/[a-z]+`: filepath.Join(dir, "store"),
	} {
		text = regexp.MustCompile(path).ReplaceAllString(text, ours)
	}
	path := filepath.Join(dir, "config")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Every configuration of docs/operations.md is accepted by its server.
func TestScaleConfigurations(t *testing.T) {
	all := blocks(t)
	binary := program(t)
	for _, first := range []string{"[mqtt]\nlisten", "[mqtt]\nbroker"} {
		found := false
		for _, texts := range all {
			for _, text := range texts {
				if strings.HasPrefix(text, first) {
					found = true
					if !strings.Contains(text, "[[board]]") {
						text += "\n[[board]]\nid = \"hall-1\"\nwiring = { driver = \"mcp23017\", bus = \"1\" }\n"
					}
					path := place(t, text)
					toml := path + ".toml"
					if err := os.Rename(path, toml); err != nil {
						t.Fatal(err)
					}
					if out, err := exec.Command(binary, "check", toml).CombinedOutput(); err != nil {
						t.Errorf("touchmove check: %v\n%s\n%s", err, out, text)
					}
				}
			}
		}
		if !found {
			t.Errorf("docs/operations.md has no configuration that begins with %q", first)
		}
	}
	for _, text := range all["listener"] {
		address := broadcasttest.FreeAddress(t)
		_, port, _ := strings.Cut(address, ":")
		path := place(t, strings.Replace(text, "listener 8883", "user root\nlistener "+port+" 127.0.0.1", 1))
		cmd := exec.Command(mosquittoPath(), "-c", path)
		var said strings.Builder
		cmd.Stderr = &said
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		select {
		case err := <-ended:
			t.Errorf("mosquitto: %v\n%s", err, said.String())
		case <-time.After(2 * time.Second): // a server that rejects its configuration ends at once
			cmd.Process.Kill()
			<-ended
		}
	}
	server := natsServer(t)
	for _, text := range all["server_name:"] {
		cmd := exec.Command(server, "-t", "-c", place(t, text))
		cmd.Env = append(os.Environ(), "DAEMON=d", "ARBITER=a", "PUBLIC=p")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("nats-server -t: %v\n%s", err, out)
		}
	}
	for _, text := range all["proxy_cache_path"] {
		path, err := exec.LookPath("nginx")
		if err != nil {
			t.Log("nginx is not installed, so its configuration is not tried: apt-get install nginx-light")
			continue
		}
		config := place(t, text)
		main := config + ".main"
		whole := fmt.Sprintf("pid %s.pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\ninclude %s;\n}\n", config, config)
		if err := os.WriteFile(main, []byte(whole), 0o644); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command(path, "-t", "-q", "-c", main).CombinedOutput(); err != nil {
			t.Errorf("nginx -t: %v\n%s\n%s", err, out, text)
		}
	}
	for _, engine := range []string{"listener", "server_name:", "proxy_cache_path"} {
		if len(all[engine]) == 0 {
			t.Errorf("docs/operations.md has no configuration that begins with %s", engine)
		}
	}
}

// The rights that docs/operations.md sets in NATS are those of the embedded broker.
func TestScaleRights(t *testing.T) {
	all := blocks(t)["server_name:"]
	if len(all) != 1 {
		t.Fatalf("%d configurations of NATS", len(all))
	}
	address := broadcasttest.FreeAddress(t)
	text := all[0]
	for pattern, ours := range map[string]string{ // one server, on loopback, without TLS
		`(?m)^cluster .*$`: "", `(?m)^ +tls .*$`: "", `stream_replicas: 3`: "stream_replicas: 1",
		`127.0.0.1:4222`: broadcasttest.FreeAddress(t), `0.0.0.0:8883`: address,
	} {
		text = regexp.MustCompile(pattern).ReplaceAllString(text, ours)
	}
	f := &fleet{commands: [][]string{{natsServer(t), "-c", place(t, text)}}, addresses: []string{address}}
	t.Setenv("DAEMON", "d")
	t.Setenv("ARBITER", "a")
	t.Setenv("PUBLIC", "p")
	f.begin(t)
	client := func(name, password string) mqtt.Client {
		t.Helper()
		var c mqtt.Client
		broadcasttest.Eventually(t, "NATS takes "+name, func() bool {
			c = mqtt.NewClient(mqtt.NewClientOptions().AddBroker("tcp://" + address).SetClientID(fmt.Sprintf("%s-%d", name, time.Now().UnixNano())).
				SetUsername(name).SetPassword(password).SetAutoReconnect(false))
			token := c.Connect()
			return token.WaitTimeout(5*time.Second) && token.Error() == nil
		})
		t.Cleanup(func() { c.Disconnect(0) })
		return c
	}
	var mu sync.Mutex
	heard := map[string]bool{} // by client and message
	listen := func(c mqtt.Client, who, filter string) bool {
		token := c.Subscribe(filter, 1, func(_ mqtt.Client, m mqtt.Message) {
			mu.Lock()
			heard[who+" "+strings.TrimPrefix(m.Topic(), below)+" "+string(m.Payload())] = true
			mu.Unlock()
		})
		return token.WaitTimeout(5*time.Second) && token.Error() == nil && token.(*mqtt.SubscribeToken).Result()[filter] < 0x80
	}
	is := func(what string) bool { mu.Lock(); defer mu.Unlock(); return heard[what] }

	daemon, arbiter, public := client("touchmove", "d"), client("arbiter", "a"), client("", "")
	if !listen(daemon, "daemon", below+"cmd/+") {
		t.Fatal("the daemon may not read commands")
	}
	if !listen(arbiter, "arbiter", "touchmove/v1/#") {
		t.Fatal("the arbiter may not read everything")
	}
	for _, topic := range []string{"availability", "info", "game", "state", "position", "move", "alarm", "clock", "pgn", "previous"} {
		if !listen(client("", ""), "public", "touchmove/v1/+/+/"+topic) {
			t.Errorf("who has no name may not read %s", topic)
		}
	}
	for _, filter := range []string{below + "event", below + "desk", below + "alarms", below + "lights", below + "raw", below + "cmd/#", "touchmove/v1/+/+/event", "touchmove/v1/#", "#", "$MQTT/#"} {
		if listen(client("", ""), "public", filter) && filter != "#" && filter != "$MQTT/#" {
			t.Errorf("who has no name may read %s", filter)
		}
	}
	forge := func(c mqtt.Client, topic, payload string) {
		c.Publish(topic, 1, true, payload).WaitTimeout(2 * time.Second)
	}
	forge(public, below+"state", "forged")
	forge(client("", ""), below+"cmd/resign", "forged")
	forge(client("arbiter", "a"), below+"state", "forged")
	forge(client("arbiter", "a"), below+"cmd/resign/result", "forged")
	forge(arbiter, below+"cmd/note", "true")
	for _, topic := range []string{"state", "event", "desk", "alarms", "lights", "raw"} {
		forge(daemon, below+topic, "true")
	}
	for _, want := range []string{"daemon cmd/note true", "arbiter event true", "arbiter state true", "public state true"} {
		broadcasttest.Eventually(t, want, func() bool { return is(want) })
	}
	mu.Lock()
	defer mu.Unlock()
	for what := range heard {
		if strings.HasSuffix(what, "forged") || strings.HasPrefix(what, "public") && what != "public state true" {
			t.Errorf("heard %s", what)
		}
	}
}
