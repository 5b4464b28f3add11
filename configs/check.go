package configs

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"touchmove/reconcile/clock"
	"touchmove/rules"
	"touchmove/sensors"
	"touchmove/sensors/trace"
)

// config makes a Config of what the file says, noting every fault on the way.
func (k *checker) config(raw *file) *Config {
	c := Default()
	c.Path = k.name
	if raw.State != "" {
		c.State = k.path(raw.State)
	}
	k.game(&raw.Game, &c.Game)
	k.mqtt(&raw.MQTT, &c.MQTT)
	if raw.Screen.Listen != nil {
		c.Screen.Listen = *raw.Screen.Listen
		k.listen("screen.listen", c.Screen.Listen, true)
	}
	for i, origin := range raw.Screen.Origins {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.Scheme+"://"+u.Host != origin {
			k.fault("screen.origins"+index(i), fmt.Sprintf("origins: %q is not what a browser calls an origin", origin), "write scheme, host and, if it is not the usual one, port alone, as https://boards.example.org")
		}
		c.Screen.Origins = append(c.Screen.Origins, origin)
	}
	k.log(&raw.Log, &c.Log)
	k.operate(raw, c)
	k.broadcast(&raw.Broadcast, c)
	k.event(&raw.Event, &c.Event)
	k.boards(raw.Board, c)
	k.usersBoards(c)
	k.secondBoards(raw.Board, c)
	k.ports(c)
	return c
}

func (k *checker) game(raw *gameTable, g *Game) {
	if raw.Laws != nil {
		laws, err := rules.ParseLaws(*raw.Laws)
		if err != nil {
			k.choice("game.laws", "laws", *raw.Laws, names(rules.AllLaws()))
		}
		g.Laws = laws
	}
	if raw.Variant != nil {
		variant, err := rules.ParseVariant(*raw.Variant)
		if err != nil {
			k.choice("game.variant", "variant", *raw.Variant, []string{"standard", "chess960"})
		}
		g.Variant = variant
	}
	if raw.Mode != nil {
		modes := []string{"standard", "rapid", "blitz"}
		g.Mode = trace.Mode(max(0, k.choice("game.mode", "mode", *raw.Mode, modes)))
	}
	if raw.Publish != nil {
		ways := []string{"sure", "quick"}
		g.Publish = trace.Publish(max(0, k.choice("game.publish", "publish", *raw.Publish, ways)))
	}
	if raw.Supervised != nil {
		g.Supervised = *raw.Supervised
	}
	if raw.Clock != nil {
		clocks := []string{"unknown", "buttons", "none"}
		g.Clock = trace.Clock(max(0, k.choice("game.clock", "clock", *raw.Clock, clocks)))
	}
	g.TimeControl = k.control("game.time_control", raw.TimeControl)
	g.BlackControl = k.control("game.time_control_black", raw.TimeControlBlack)
	if raw.TimeControlBlack != nil && raw.TimeControl == nil {
		k.fault("game.time_control_black", "time_control_black: Black has a time control and White has none", "write time_control too")
	}
	if raw.Announcements != nil {
		k.choice("game.announcements", "announcements", *raw.Announcements, []string{"de", "es", "en", "pt"})
		g.Announcements = *raw.Announcements
	}
}

// control reads a time control that a clock can be set to.
func (k *checker) control(path string, raw *string) string {
	if raw == nil {
		return ""
	}
	c, err := clock.Parse(*raw)
	if err != nil || !c.Known() {
		k.fault(path, fmt.Sprintf("%q is no time control", *raw), `write as in "40/5400+30:1800+30", in seconds, or "25 min + 5 sec delay"; docs/laws.md has them all`)
		return ""
	}
	return *raw
}

func (k *checker) mqtt(raw *mqttTable, m *MQTT) {
	if raw.Broker != nil && *raw.Broker != "embedded" {
		m.Broker = *raw.Broker
		k.broker("mqtt.broker", m.Broker)
	}
	if raw.Listen != nil {
		m.Listen = *raw.Listen
		k.listen("mqtt.listen", m.Listen, false)
	}
	if raw.WebSocket != nil {
		m.WebSocket = *raw.WebSocket
		k.listen("mqtt.websocket", m.WebSocket, true)
	}
	if raw.Base != nil {
		m.Base = *raw.Base
		for _, level := range strings.Split(m.Base, "/") {
			k.level("mqtt.base", "base", level, "touchmove")
		}
	}
	if raw.Node != nil {
		m.Node = *raw.Node
		k.level("mqtt.node", "node", m.Node, "pi-7")
	}
	m.Username = raw.Username
	m.Password = k.secret("mqtt", raw.PasswordFile, raw.PasswordEnv)
	m.TLS = TLS{CA: k.path(raw.TLS.CA), Cert: k.path(raw.TLS.Cert), Key: k.path(raw.TLS.Key)}
	if (m.TLS.Cert == "") != (m.TLS.Key == "") {
		k.fault("mqtt.tls", "tls: a certificate needs both cert and key", "write both, or neither")
	}
	k.users(raw.User, m)
	if m.Embedded() {
		k.embeddedOnly(raw, m)
	} else {
		k.outsideOnly(raw, m)
	}
}

// embeddedOnly refuses what only a connection to another broker can use.
func (k *checker) embeddedOnly(raw *mqttTable, m *MQTT) {
	if m.TLS.CA != "" && m.TLS.Cert == "" {
		k.fault("mqtt.tls.ca", "tls: ca says whose certificates clients of the embedded broker need, and it has none of its own", "write cert and key too")
	}
	if m.Username != "" || !m.Password.IsZero() {
		k.fault(k.oneWritten("mqtt.username", "mqtt.password_file", "mqtt.password_env"), "mqtt: username and password are for a broker elsewhere; the embedded one is meant here",
			`write broker = "mqtts://HOST:8883", or take them out; who may log in to the embedded broker stands under [[mqtt.user]]`)
	}
	if !loopback(m.Listen) && raw.Listen != nil && len(m.Users) == 0 {
		k.warn("mqtt.listen", fmt.Sprintf("listen: the broker is open to the network and knows no users: everybody may read %s, nobody may send commands", m.Base),
			`add a [[mqtt.user]] with name, role = "arbiter" and password_file`)
	}
}

// outsideOnly refuses what only the embedded broker can use.
func (k *checker) outsideOnly(raw *mqttTable, m *MQTT) {
	for _, key := range []struct {
		name string
		set  bool
	}{{"listen", raw.Listen != nil}, {"websocket", raw.WebSocket != nil}, {"user", len(raw.User) > 0}} {
		if key.set {
			k.fault("mqtt."+key.name, fmt.Sprintf("mqtt: %s is for the embedded broker, and broker names another one", key.name),
				`take it out, or write broker = "embedded"`)
		}
	}
	secure := strings.HasPrefix(m.Broker, "ssl:") || strings.HasPrefix(m.Broker, "mqtts:") || strings.HasPrefix(m.Broker, "wss:")
	if m.TLS != (TLS{}) && !secure {
		k.fault("mqtt.tls", "tls: the broker's address does not ask for TLS", "write broker = \"mqtts://HOST:8883\"")
	}
	if !m.Password.IsZero() && m.Username == "" {
		k.fault(k.oneWritten("mqtt.password_file", "mqtt.password_env"), "mqtt: a password without a username", `write username = "touchmove" beside it`)
	}
}

func (k *checker) users(raw []userTable, m *MQTT) {
	seen := map[string]bool{}
	for i, u := range raw {
		path := "mqtt.user" + index(i)
		if u.Name == "" {
			k.fault(path, "user: no name", `write name = "arbiter-1"`)
		} else if len(u.Name) > 64 || strings.Trim(u.Name, letters+"0123456789.-_@") != "" {
			k.fault(path+".name", fmt.Sprintf("user: %q cannot be a name", u.Name), "write 1 to 64 letters, digits and . - _ @")
		}
		if seen[u.Name] {
			k.fault(path+".name", fmt.Sprintf("user: %s is there twice", u.Name), "give each user a name of their own")
		}
		seen[u.Name] = true
		role := k.choice(path+".role", "role", u.Role, roles)
		secret := k.secret(path, u.PasswordFile, u.PasswordEnv)
		if secret.IsZero() {
			k.fault(path, fmt.Sprintf("user: %s has no password", u.Name), `write password_file = "FILE" or password_env = "VARIABLE"`)
		}
		known := User{Name: u.Name, Role: Role(max(0, role)), Password: secret, Boards: u.Boards, Side: u.Side}
		k.speaksFor(path, &known)
		m.Users = append(m.Users, known)
	}
}

// secondBoards checks that two boards of one game are two, of one event, and of one
// game alone. The board that names the other has the clock.
func (k *checker) secondBoards(raw []boardTable, c *Config) {
	taken := map[string]string{}
	for i, b := range c.Boards {
		if b.Second == "" {
			continue
		}
		path := "board" + index(i) + ".second_board"
		at := slices.IndexFunc(c.Boards, func(o Board) bool { return o.ID == b.Second })
		switch {
		case at < 0:
			k.fault(path, fmt.Sprintf("second_board: there is no board %s", b.Second), "write the id of the other [[board]] of the game")
			continue
		case at == i:
			k.fault(path, "second_board: a board is not its own second one", "write the id of the other [[board]] of the game")
		case c.Boards[at].Second != "":
			k.fault(path, fmt.Sprintf("second_board: %s names a second board itself", b.Second), "write second_board at one of the two alone: the one with the clock")
		case c.Boards[at].Event != b.Event:
			k.fault(path, fmt.Sprintf("second_board: %s is of another event", b.Second), "write the same event at both")
		case taken[b.Second] != "":
			k.fault(path, fmt.Sprintf("second_board: %s is the second board of %s already", b.Second, taken[b.Second]), "each game has boards of its own")
		case raw[at].Clock != (clockTable{}):
			k.fault(path, fmt.Sprintf("second_board: %s has a clock, and a game has one", b.Second), "wire the clock to the board that names the other")
		}
		taken[b.Second] = b.ID
	}
}

// usersBoards says when a user is to speak for a board that is not there.
func (k *checker) usersBoards(c *Config) {
	for i, u := range c.MQTT.Users {
		for _, id := range u.Boards {
			if IsLevel(id) && !slices.ContainsFunc(c.Boards, func(b Board) bool { return b.ID == id }) {
				k.fault("mqtt.user"+index(i)+".boards", fmt.Sprintf("user: there is no board %s", id), "write the id of a [[board]]")
			}
		}
	}
}

// speaksFor checks for which boards, and for which player, a user speaks.
func (k *checker) speaksFor(path string, u *User) {
	if u.Boards != nil && u.Role != Assistant && u.Role != Seat {
		k.fault(path+".boards", fmt.Sprintf("user: the role %s is not for some boards alone", u.Role), `take boards out, or write role = "assistant"`)
	}
	if u.Role == Seat && len(u.Boards) != 1 {
		k.fault(path, "user: a player's device stands at one board", `write boards = ["hall-7"]`)
	}
	if u.Role == Seat && u.Side != "white" && u.Side != "black" {
		k.fault(path, "user: a player's device speaks for one player", `write side = "white" or side = "black"`)
	}
	if u.Role != Seat && u.Side != "" {
		k.fault(path+".side", fmt.Sprintf("user: the role %s has no side", u.Role), `take side out, or write role = "player"`)
	}
	for _, id := range u.Boards {
		if !IsLevel(id) {
			k.fault(path+".boards", fmt.Sprintf("user: %q cannot be a board", id), "write the id of a [[board]], as hall-7")
		}
	}
}

func (k *checker) secret(path, file, env string) Secret {
	if file != "" && env != "" {
		k.fault(path+".password_env", "password: both a file and an environment variable", "keep password_file or password_env")
	}
	return Secret{File: k.path(file), Env: env}
}

func (k *checker) log(raw *logTable, l *Log) {
	if raw.Level != nil {
		k.choice("log.level", "level", *raw.Level, []string{"debug", "info", "warn", "error"})
		l.Level = *raw.Level
	}
	if raw.Format != nil {
		l.JSON = k.choice("log.format", "format", *raw.Format, []string{"text", "json"}) == 1
	}
}

func (k *checker) boards(raw []boardTable, c *Config) {
	if len(raw) == 0 {
		k.fault("board", "no board: nothing would be read", "add a [[board]] table with id, event and [board.wiring]; configs/ has an example for each wiring")
		return
	}
	c.Boards = nil
	used := &claims{k: k, used: map[string]string{}}
	ids := map[string]bool{}
	for i := range raw {
		path := "board" + index(i)
		b := k.board(&raw[i], path)
		if ids[b.ID] && raw[i].ID != nil {
			k.fault(path+".id", fmt.Sprintf("board: %s is there twice", b.ID), "give each board an id of its own")
		}
		ids[b.ID] = true
		used.board(b, path)
		c.Boards = append(c.Boards, b)
	}
}

func (k *checker) board(raw *boardTable, path string) Board {
	b := Board{Event: defaultEvent, Sensing: sensors.Occupancy, ScanHz: defaultScanHz}
	if raw.ID == nil {
		k.fault(path, "board: no id", `write id = "hall-7": the board's topic level`)
	} else {
		b.ID = *raw.ID
		k.level(path+".id", "id", b.ID, "hall-7")
	}
	if raw.Event != nil {
		b.Event = *raw.Event
		k.level(path+".event", "event", b.Event, "open-2026")
	}
	if raw.ScanHz != nil {
		b.ScanHz = *raw.ScanHz
		if !(b.ScanHz >= 5 && b.ScanHz <= 1000) {
			k.fault(path+".scan_hz", fmt.Sprintf("scan_hz: %s scans a second", number(b.ScanHz)), "write 5 to 1000; docs/hardware.md says what each wiring can")
		}
	}
	k.idle(raw, &b, path)
	if raw.Calibration != nil {
		if b.Calibration = k.path(*raw.Calibration); b.Calibration == "" {
			k.fault(path+".calibration", "calibration: no file", "write the file that `touchmove calibrate` wrote, or take the line out")
		}
	}
	if raw.Kind != nil {
		b.Tactile = k.choice(path+".kind", "kind", *raw.Kind, []string{"normal", "tactile"}) == 1
	}
	if raw.SecondBoard != nil {
		b.Second = *raw.SecondBoard
	}
	b.Clock = k.clock(&raw.Clock, path+".clock")
	if len(raw.Part) > 0 {
		if k.places.written(path + ".wiring") {
			k.fault(path+".wiring", "board: both [board.wiring] and [[board.part]]", "write the whole board as [board.wiring], or each of its parts as [[board.part]]")
		}
		b.Wiring = k.mixed(raw.Part, path)
	} else {
		b.Wiring = k.wiring(&raw.Wiring, path+".wiring")
	}
	if raw.Sensing != nil {
		sensing, err := sensors.ParseSensing(*raw.Sensing)
		if err != nil {
			k.choice(path+".sensing", "sensing", *raw.Sensing, []string{"occupancy", "polarity"})
		} else if sensing == sensors.Polarity && b.Wiring != nil && !linear(b.Wiring) {
			k.fault(path+".sensing", "sensing: "+b.Wiring.Driver()+" inputs tell a piece from none, not its colour", `write sensing = "occupancy"`)
		}
		b.Sensing = sensing
	}
	if _, ok := b.Wiring.(Simulated); ok && b.Clock.Wired() {
		k.fault(path+".clock", "clock: simulated hands press no lever", "take [board.clock] out: their presses come without it")
	}
	if w, ok := b.Wiring.(Simulated); ok && (w.Style == "polarity") != (b.Sensing == sensors.Polarity) && linear(w) {
		k.fault(path+".wiring.style", fmt.Sprintf("style: %s on a board that tells %s", w.Style, b.Sensing), `write style = "polarity" and sensing = "polarity", or neither`)
	} else if ok && w.Style == "polarity" && !linear(w) {
		k.fault(path+".wiring.style", "style: polarity needs sensors that tell colours", `write chip = "ads1115" and sensing = "polarity" too`)
	}
	return b
}

// idle checks how a board is scanned while nothing happens.
func (k *checker) idle(raw *boardTable, b *Board, path string) {
	if raw.IdleScanHz != nil {
		b.IdleAfter = defaultIdleAfter * time.Second
		b.IdleScanHz = *raw.IdleScanHz
		if !(b.IdleScanHz >= 1 && b.IdleScanHz <= b.ScanHz) && b.IdleScanHz != 0 {
			k.fault(path+".idle_scan_hz", fmt.Sprintf("idle_scan_hz: %s scans a second", number(b.IdleScanHz)), fmt.Sprintf("write 1 to %s, which is scan_hz, or 0 for no difference", number(b.ScanHz)))
		}
	}
	if raw.IdleAfterS != nil {
		if s := *raw.IdleAfterS; !(s >= 1 && s <= 3600) {
			k.fault(path+".idle_after_s", fmt.Sprintf("idle_after_s: %s seconds", number(s)), "write 1 to 3600")
		} else {
			b.IdleAfter = time.Duration(s * float64(time.Second))
		}
	}
}

// ports refuses two services on one address.
func (k *checker) ports(c *Config) {
	type service struct{ path, addr string }
	all := []service{{"screen.listen", c.Screen.Listen}, {"metrics.listen", c.Metrics.Listen}}
	if c.MQTT.Embedded() {
		all = append([]service{{"mqtt.listen", c.MQTT.Listen}, {"mqtt.websocket", c.MQTT.WebSocket}}, all...)
	}
	seen := map[string]string{}
	for _, s := range all {
		if s.addr == "" || strings.HasSuffix(s.addr, ":0") {
			continue
		}
		if other, ok := seen[s.addr]; ok {
			at := s.path
			if !k.places.written(at) {
				at = other
			}
			k.fault(at, fmt.Sprintf("%s and %s are both %s", other, s.path, s.addr), "give each a port of its own")
		}
		seen[s.addr] = s.path
	}
}

// choice checks a word against a list and gives its place in it, -1 if it is
// not there.
func (k *checker) choice(path, key, word string, known []string) int {
	for i, w := range known {
		if w == word {
			return i
		}
	}
	remedy := "write " + oneOf(known)
	if near := nearest(word, known); near != "" {
		remedy = "did you mean `" + near + "`? " + remedy
	}
	what := fmt.Sprintf("%s: %q is not known", key, word)
	if word == "" {
		what = key + ": not written"
	}
	k.fault(path, what, remedy)
	return -1
}

// oneWritten is the first of the paths that stands in the file, or the first.
func (k *checker) oneWritten(paths ...string) string {
	for _, path := range paths {
		if k.places.written(path) {
			return path
		}
	}
	return paths[0]
}

func (k *checker) level(path, key, level, example string) {
	if IsLevel(level) {
		return
	}
	if strings.ContainsFunc(level, func(r rune) bool { return r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) }) {
		example = Level(level)
	}
	k.fault(path, fmt.Sprintf("%s: %q cannot be a topic level", key, level), "write 1 to 32 of the characters a to z, 0 to 9 and -, for example `"+example+"`")
}

func (k *checker) listen(path, addr string, optional bool) {
	if addr == "" && optional {
		return
	}
	if CheckListen(addr) != nil {
		k.fault(path, fmt.Sprintf("listen: %q is not an address to listen on", addr), "write host:port, for example `127.0.0.1:1883`")
	}
}

// CheckListen says whether a service can be asked to listen on an address: a
// host, which may be empty for all, and a port from 0, for a free one, to 65535.
func CheckListen(addr string) error {
	host, port, err := net.SplitHostPort(addr)
	n, perr := strconv.Atoi(port)
	if err != nil || perr != nil || n < 0 || n > 65535 || strings.ContainsAny(host, " /") {
		return fmt.Errorf("%q is not an address to listen on: write host:port, for example 127.0.0.1:1883", addr)
	}
	return nil
}

func (k *checker) broker(path, broker string) {
	u, err := url.Parse(broker)
	remedy := "write tcp://HOST:1883, mqtts://HOST:8883, ws://HOST:PORT, wss://HOST:PORT or embedded"
	if err != nil || u.Hostname() == "" {
		k.fault(path, fmt.Sprintf("broker: %q is not a broker's address", broker), remedy)
		return
	}
	switch u.Scheme {
	case "tcp", "mqtt", "ssl", "mqtts", "ws", "wss":
	default:
		k.fault(path, fmt.Sprintf("broker: %s:// is not a way to reach a broker", u.Scheme), remedy)
	}
	if u.User != nil {
		k.fault(path, "broker: a password does not belong in this file", `write username = "NAME" and password_file = "FILE"`)
	}
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

func names(laws []rules.Laws) []string {
	all := make([]string, len(laws))
	for i, l := range laws {
		all[i] = l.String()
	}
	return all
}

// oneOf writes a list as "a, b or c".
func oneOf(words []string) string {
	if len(words) == 1 {
		return words[0]
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

func number(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
