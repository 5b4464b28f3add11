package screen_test

import (
	"bytes"
	"context"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	mqtt "github.com/eclipse/paho.mqtt.golang"

	"touchmove/broadcast/broadcasttest"
	"touchmove/screen"
)

const boardState = `{"v":1,"game":"g1","seq":3,"at":"2026-11-21T15:04:00Z","event":"Vienna 1910","round":"3","white":{"name":"Réti, Richard"},"black":{"name":"Tartakower \"<S>\""},` +
	`"phase":"playing","variant":"standard","start":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","first_ply":1,` +
	`"fen":"rnbqkbnr/pp1ppppp/2p5/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2","moves":[{"uci":"e2e4","san":"e4"},{"uci":"c7c6","san":"c6"}],"result":"*","reason":null}`

// running runs something until the test ends.
func running(t *testing.T, run func(context.Context)) {
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() { defer close(done); run(ctx) }()
	t.Cleanup(func() { stop(); <-done })
}

// writer connects to a broker a client that is none of ours: what others publish may be anything.
func writer(t *testing.T, broker *broadcasttest.Mosquitto) (say func(topic, payload string)) {
	t.Helper()
	c := mqtt.NewClient(mqtt.NewClientOptions().AddBroker(broker.URL()).SetClientID("writer"))
	if token := c.Connect(); token.Wait() && token.Error() != nil {
		t.Fatal(token.Error())
	}
	t.Cleanup(func() { c.Disconnect(0) })
	return func(topic, payload string) {
		t.Helper()
		if token := c.Publish(topic, 1, true, payload); token.Wait() && token.Error() != nil {
			t.Fatalf("%s: %v", topic, token.Error())
		}
	}
}

// cards serves a screen with pictures before a broker; say publishes there.
func cards(t *testing.T, o screen.Options) (address string, say func(topic, payload string)) {
	t.Helper()
	broker := broadcasttest.NewMosquitto(t)
	o.Cards = screen.NewCards("touchmove-public/v1", broker.Broker(), quiet)
	running(t, o.Cards.Run)
	server := httptest.NewServer(screen.Handler(o))
	t.Cleanup(server.Close)
	return server.URL, writer(t, broker)
}

// Where the page follows the broker, what the boards say is there as files, too, of the same base
// as the pictures; the first question is answered with what the broker has.
func TestSnapshotsBesideTheBroker(t *testing.T) {
	address, say := cards(t, screen.Options{Broker: screen.BridgePath})
	for topic, payload := range map[string]string{
		"touchmove-public/v1/open/hall-7/state": boardState, "touchmove-public/v1/open/hall-7/desk": `{"secret":1}`, "touchmove/v1/open/hall-7/state": `{"live":1}`, "touchmove/v1/open/hall-8/state": `{"live":1}`,
	} {
		say(topic, payload)
	}
	_, page := fetch(t, address+"/")
	if !bytes.Contains(page, []byte("&#34;files&#34;:true")) {
		t.Error("the page is not told that it may read files")
	}
	answer, text := fetch(t, address+"/now/open/_.json")
	if answer.StatusCode != http.StatusOK || !bytes.Contains(text, []byte(`["open/hall-7/state",`)) {
		t.Errorf("%d: %s", answer.StatusCode, text)
	}
	for _, private := range []string{"secret", "live", "hall-8"} {
		if bytes.Contains(text, []byte(private)) {
			t.Errorf("%q can be read: %s", private, text)
		}
	}
	if answer, _ := fetch(t, address+"/now/open/hall-8.json"); answer.StatusCode != http.StatusNotFound {
		t.Errorf("a board of the live feed is answered with %d", answer.StatusCode)
	}
}

// A picture has the organiser's name, colour and logo; the pages are theirs.
func TestCardOfOrganiser(t *testing.T) {
	organiser := screen.Organiser{Name: "Tivoli Chess Club", Accent: "#c2326b", On: "#ffffff"}
	var logo bytes.Buffer
	green := image.NewNRGBA(image.Rect(0, 0, 100, 100))
	for i := range green.Pix {
		green.Pix[i] = []byte{0, 200, 0, 255}[i%4]
	}
	if err := png.Encode(&logo, green); err != nil {
		t.Fatal(err)
	}
	if err := organiser.SetLogo(logo.Bytes()); err != nil {
		t.Fatal(err)
	}
	address, say := cards(t, screen.Options{Broker: screen.Files, Organiser: organiser})
	say("touchmove-public/v1/open/hall-7/state", boardState)
	_, page := fetch(t, address+"/?board=hall-7&event=open")
	if !bytes.Contains(page, []byte(`<meta property="og:site_name" content="Tivoli Chess Club">`)) {
		t.Error("the pages are not the organiser's")
	}
	_, b := fetch(t, address+"/card.png?board=hall-7&event=open")
	picture := decode(t, b)
	for what, want := range map[image.Point][3]uint32{{900, 3}: {0xc2, 0x32, 0x6b}, {700, 80}: {0, 200, 0}} {
		if r, g, b, _ := picture.At(what.X, what.Y).RGBA(); [3]uint32{r >> 8, g >> 8, b >> 8} != want {
			t.Errorf("at %v the picture is %x %x %x", what, r>>8, g>>8, b>>8)
		}
	}
}

func fetch(t *testing.T, address string) (*http.Response, []byte) {
	t.Helper()
	answer, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	b, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, b
}

func decode(t *testing.T, b []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatalf("%v: %.80q", err, b)
	}
	return img
}

// A crawler, which runs no script, finds in the page's head what a preview needs, and the
// picture where the head says. It shows the delayed feed that the page shows, whatever
// the live one says.
func TestCards(t *testing.T) {
	address, say := cards(t, screen.Options{Broker: screen.Files})
	say("touchmove-public/v1/open/hall-7/state", boardState)
	say("touchmove-public/v1/open/hall-7/game", `{"v":1,"game":"g1","seq":3,"event":"Vienna 1910","round":"3","white":{"name":"Réti, Richard"},"black":{"name":"Tartakower \"<S>\""}}`)
	_, page := fetch(t, address+"/?board=hall-7&event=open")
	tag := func(name string) string {
		m := regexp.MustCompile(`<meta (?:property|name)="` + name + `" content="([^"]*)">`).FindSubmatch(page)
		if m == nil {
			t.Fatalf("no %s in the page's head", name)
		}
		return string(m[1])
	}
	if got := tag("og:title"); got != "Réti – Tartakower &#34;&lt;S&gt;&#34;" {
		t.Errorf("the title is %q", got)
	}
	if got := tag("og:description"); !strings.HasPrefix(got, "Vienna 1910, Round 3 · Board 7. 1... c6 · as at ") {
		t.Errorf("the description is %q", got)
	}
	if tag("twitter:card") != "summary_large_image" || tag("og:image:width") != "1200" || tag("og:image:height") != "630" {
		t.Error("no large picture")
	}
	picture := strings.ReplaceAll(tag("og:image"), "&amp;", "&")
	answer, b := fetch(t, picture)
	if !strings.HasPrefix(picture, address+"/card.png?") || answer.Header.Get("Content-Type") != "image/png" || answer.Header.Get("Cache-Control") != "public, max-age=30" {
		t.Errorf("%s is answered with %v", picture, answer.Header)
	}
	now := decode(t, b)
	if now.Bounds().Dx() != 1200 || now.Bounds().Dy() != 630 {
		t.Errorf("the picture has %v", now.Bounds())
	}
	if r, g, _, _ := now.At(2*79+7, 3*79-10).RGBA(); r>>8 != 0xf5 || g>>8 != 0xb8 { // beside the pawn on c6
		t.Error("the last move is not marked on c6")
	}
	_, first := fetch(t, picture+"&ply=1&game=g1")
	if r, g, _, _ := decode(t, first).At(4*79+7, 5*79-10).RGBA(); r>>8 != 0xf5 || g>>8 != 0xb8 {
		t.Error("a link to the first move does not show it on e4")
	}
	if _, other := fetch(t, picture+"&ply=1&game=g0"); !bytes.Equal(other, b) {
		t.Error("a link to a game that is over shows another position than the board's")
	}
	say("touchmove/v1/open/hall-7/state", strings.ReplaceAll(boardState, `"phase":"playing"`, `"phase":"waiting"`))
	if _, again := fetch(t, picture); !bytes.Equal(again, b) {
		t.Error("the picture shows what the delayed feed does not have yet")
	}
	over := strings.NewReplacer(`"result":"*","reason":null`, `"result":"0-1","reason":"resignation"`, `"phase":"playing"`, `"phase":"over"`, `"seq":3`, `"seq":4`)
	say("touchmove-public/v1/open/hall-7/state", over.Replace(boardState))
	broadcasttest.Eventually(t, "the result", func() bool {
		_, page = fetch(t, address+"/?board=hall-7&event=open&lang=de")
		return strings.HasSuffix(tag("og:description"), ". 0–1 · Weiß gab auf · 1 Zug")
	})
	for _, path := range []string{"/card.png?board=nowhere", "/card.png?board=A/B", "/card.png?event=..&board=hall-7"} {
		if answer, _ := fetch(t, address+path); answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s is answered with %d", path, answer.StatusCode)
		}
	}
	for path, want := range map[string][2]string{
		"/?view=wall":                 {"Vienna 1910", "Round 3 · 2 boards · 1 finished"},
		"/":                           {"Vienna 1910", "Round 3 · 2 boards · 1 finished"},
		"/?view=list&lang=de":         {"Vienna 1910", "Runde 3 · 2 Bretter · 1 beendet"},
		"/?view=standings&event=open": {"Vienna 1910", "Round 3 · 2 boards · 1 finished"},
		"/?view=wall&event=elsewhere": {"", ""},
		"/?view=arbiter":              {"", ""},
	} {
		say("touchmove-public/v1/open/hall-8/state", boardState)
		broadcasttest.Eventually(t, path, func() bool {
			_, page = fetch(t, address+path)
			if want[0] == "" {
				return !bytes.Contains(page, []byte("og:"))
			}
			return bytes.Contains(page, []byte(">\n<meta property=\"og:title\" content=\""+want[0]+"\">\n<meta property=\"og:description\" content=\""+want[1]+"\">"))
		})
		if bytes.Contains(page, []byte("og:image")) {
			t.Errorf("%s has the picture of a board", path)
		}
	}
}
