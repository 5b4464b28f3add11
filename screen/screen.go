// Package screen serves the broadcast screen: the page built from the
// TypeScript beside it, and, for browsers that cannot reach the broker
// themselves, a way to it.
//
// The page is static. What it needs to know, where the broker is, is written
// into it as it is served; everything else is in its address
// (docs/screens.md).
package screen

import (
	"bytes"
	"embed"
	"encoding/json"
	"html"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
)

// The files of the page; what shrinks is compressed as it is built.
//
//go:embed dist
var dist embed.FS

// Options are the settings that are written into the page.
type Options struct {
	// Broker is where browsers find MQTT over WebSocket: a URL (ws, wss), ":8083"
	// for a port of the host that served the page, or a path of this server.
	Broker string
	// Base is the topic levels before event and board that everybody may read.
	Base string
	// Live is the base of the live feed, for those who log in, where Base is that of a
	// delayed one; empty is Base.
	Live string
	// Bridge, when not nil, is served at BridgePath: a Bridge, or the embedded broker itself.
	Bridge http.Handler
	// Snapshots, when not nil, are served below SnapshotPath; the page reads them
	// where Broker is Files.
	Snapshots *Snapshots
	// Cards, when not nil, are the pictures beside a link to a board; they show the Organiser.
	// What they know is served below SnapshotPath where there are no Snapshots, for pages
	// whose way to the broker is barred.
	Cards *Cards
	// Origins are the addresses of a proxy in front, as https://screens.example.org: the
	// first is where a link's picture is found. Without one it is where the page is asked for.
	Origins []string
	// Organiser is whose name, logo and colour the pages show.
	Organiser Organiser
	// Site, when not empty, is a directory of event pages, as package event/site writes
	// them; it is served below SitePath.
	Site string
}

// Files is a Broker that lets the page read Snapshots of its own server.
const Files = "files"

// BridgePath is the path of the bridge to the broker.
const BridgePath = "/mqtt"

// Handler serves the screen.
func Handler(o Options) http.Handler {
	s := &server{files: map[string]*file{}, options: o, withHead: map[string]*file{}}
	entries, err := fs.ReadDir(dist, "dist")
	if err != nil {
		panic("screen: " + err.Error()) // embedded
	}
	for _, e := range entries {
		content, err := dist.ReadFile("dist/" + e.Name())
		if err != nil {
			panic("screen: " + err.Error())
		}
		name, small := strings.CutSuffix(e.Name(), ".gz")
		switch {
		case name == "index.html":
			s.page = unzip(content)
			s.files[name] = newFile(name, fill(s.page, o, ""))
		case small:
			s.files[name] = zippedFile(name, content)
		default:
			s.files[name] = newFile(name, content)
		}
	}
	if name := o.Organiser.file(); name != "" {
		s.files[name] = newFile(name, o.Organiser.Logo)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /", s)
	if o.Bridge != nil {
		mux.Handle("GET "+BridgePath, o.Bridge)
	}
	for _, below := range []string{"/{event}/{file}", "/{event}/round/{round}"} {
		switch path := "GET " + SnapshotPath + below; {
		case o.Snapshots != nil:
			mux.Handle(path, o.Snapshots)
		case o.Cards != nil:
			mux.Handle(path, o.Cards.snapshotFiles())
		}
	}
	if o.Site != "" {
		mux.Handle("GET "+SitePath+"/", http.StripPrefix(SitePath, newSiteFiles(o.Site)))
	}
	if o.Cards != nil {
		o.Cards.organiser = o.Organiser.forPicture()
		mux.Handle("GET "+CardPath, o.Cards)
	}
	return mux
}

// fill writes the options into the page. root is the way from an address that names
// nothing to the page, "" where it is the page itself.
func fill(page []byte, o Options, root string) []byte {
	return write(page, inPage{Broker: o.Broker, Base: o.Base, Live: o.Live, Files: o.Cards != nil && o.Broker != Files, Root: root, Event: o.Site != "", Organiser: o.Organiser.forPage()})
}

// inPage is what is written into the page.
type inPage struct {
	Broker    string         `json:"broker,omitempty"`
	Base      string         `json:"base,omitempty"`
	Live      string         `json:"live,omitempty"`
	Files     bool           `json:"files,omitempty"` // the boards can be read as files, too
	Root      string         `json:"root,omitempty"`
	Event     bool           `json:"event,omitempty"`  // there are event pages
	Static    bool           `json:"static,omitempty"` // and nothing else: no boards can be followed here
	Boards    string         `json:"boards,omitempty"` // but there
	Organiser *pageOrganiser `json:"organiser,omitempty"`
}

func write(page []byte, what inPage) []byte {
	text, err := json.Marshal(what)
	if err != nil {
		panic("screen: " + err.Error()) // strings
	}
	return bytes.Replace(page, []byte(`content="{}"`), []byte(`content="`+html.EscapeString(string(text))+`"`), 1)
}

type server struct {
	files   map[string]*file
	page    []byte // as it is built
	options Options

	mu       sync.Mutex
	withHead map[string]*file // the page, by lines in its head
}

// ServeHTTP implements http.Handler.
func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	f, ok := s.files[name]
	if !ok {
		s.notFound(w, r)
		return
	}
	switch path.Ext(name) {
	case ".html", ".svg": // documents
		secure(w.Header(), r.URL.Query().Get("view"))
	default: // what a document loads: its policy holds, and a third of a kilobyte a file is saved
		w.Header().Set("X-Content-Type-Options", "nosniff")
	}
	if name == "index.html" && s.options.Cards != nil {
		if head := s.options.Cards.head(r, s.site(r)); head != "" {
			f = s.headed(head)
		}
	}
	f.serve(w, r)
}

// mostHeaded is how many pages with lines in their heads are kept.
const mostHeaded = 32

// headed is the page with lines in its head. It is kept: a page is asked for more often than what
// stands in its head changes.
func (s *server) headed(head string) *file {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f := s.withHead[head]; f != nil {
		return f
	}
	if len(s.withHead) >= mostHeaded {
		clear(s.withHead)
	}
	f := newPassingFile("index.html", bytes.Replace(fill(s.page, s.options, ""), []byte("<title>"), []byte(head+"<title>"), 1))
	f.small() // one at a time: whoever names hosts and languages at random has one made each time
	s.withHead[head] = f
	return f
}

// site is the address of this server, as links to it are written.
func (s *server) site(r *http.Request) string {
	switch {
	case len(s.options.Origins) > 0:
		return s.options.Origins[0]
	case r.TLS != nil || r.Header.Get("X-Forwarded-Proto") == "https":
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// notFound answers a browser with the page, which says so in its reader's language and
// leads to the boards; anything else with a line of text.
func (s *server) notFound(w http.ResponseWriter, r *http.Request) {
	if !strings.Contains(r.Header.Get("Accept"), "text/html") || path.Ext(r.URL.Path) != "" {
		http.NotFound(w, r)
		return
	}
	root := "./" + strings.Repeat("../", strings.Count(r.URL.Path, "/")-1)
	text := fill(s.page, s.options, root)
	for _, attribute := range []string{`href="`, `src="`} {
		text = bytes.ReplaceAll(text, []byte(attribute), []byte(attribute+root))
	}
	text = bytes.ReplaceAll(text, []byte(root+"#"), []byte("#")) // signs of the page itself
	secure(w.Header(), "")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	w.WriteHeader(http.StatusNotFound)
	w.Write(text) //nolint:errcheck // the reader has gone
}

// secure sets what a browser is to hold the page to. Embedding is for the views
// made for it: nobody else's page may put the arbiter's buttons under a click.
func secure(h http.Header, view string) {
	ancestors := "'none'"
	if view == "embed" || view == "obs" {
		ancestors = "*"
	}
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' data:; "+
		"connect-src 'self' ws: wss:; base-uri 'none'; form-action 'none'; frame-ancestors "+ancestors)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
}
