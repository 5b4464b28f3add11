package feeds

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"touchmove/internal/markup"
)

// NewHandler serves the content of a hub:
//
//	/                                       a page of links, for people
//	/<event>/games.pgn                      the current or latest game of every board
//	/<event>/round-<round>/games.pgn        a round
//	/<event>/boards/<board>.pgn             the current or latest game of one board
//	/<event>/games/<id>.pgn                 one game
//	/<event>/tournament.json                as in a LiveChess cloud, see cloud.go
//	/<event>/round-<round>/index.json
//	/<event>/round-<round>/game-<n>.json    also game-<n>.pgn
//
// Pages of every origin may read it (CORS). Everything has an ETag and must be revalidated
// each time. Until the broker has been reached for the first time, and while nothing is
// known, the answer is 503.
func NewHandler(h *Hub) http.Handler { return &pages{h} }

type pages struct{ hub *Hub }

// ServeHTTP implements http.Handler.
func (p *pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	allow(w)
	switch r.Method {
	case http.MethodOptions:
		preflight(w)
		return
	case http.MethodGet, http.MethodHead:
	default:
		w.Header().Set("Allow", "GET, HEAD, OPTIONS")
		http.Error(w, "this address is read-only", http.StatusMethodNotAllowed)
		return
	}
	now, _ := p.hub.Now()
	path := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	d, ok := find(now, path)
	switch {
	case len(path) == 1 && path[0] == "":
		serve(w, r, document{"text/html; charset=utf-8", links(now)})
	case ok:
		serve(w, r, d)
	case !now.Seen:
		w.Header().Set("Retry-After", "5")
		http.Error(w, "no connection to the broker yet: try again", http.StatusServiceUnavailable)
	default:
		http.Error(w, "no such game, round or event: / lists what there is", http.StatusNotFound)
	}
}

// find returns the document at an address. The addresses of a LiveChess cloud begin with
// get.
func find(s Snapshot, path []string) (document, bool) {
	if len(path) > 2 && path[0] == "get" && len(s.games["get"]) == 0 {
		path = path[1:]
	}
	event, file := path[0], path[len(path)-1]
	name, ending, _ := strings.Cut(file, ".")
	switch {
	case len(path) == 2 && file == "games.pgn":
		return pgnDocument(s.Current(event))
	case len(path) == 2 && file == "tournament.json":
		return jsonDocument(cloudTournament(s, event), len(s.games[event]) > 0)
	case len(path) != 3:
	case path[1] == "boards" && ending == "pgn":
		return pgnDocument(slices.DeleteFunc(s.Current(event), func(g *Game) bool { return g.Board != name }))
	case path[1] == "games" && ending == "pgn":
		if g := s.Find(event, name); g != nil {
			return pgnDocument([]*Game{g})
		}
	case strings.HasPrefix(path[1], "round-"):
		return findInRound(s.Round(event, strings.TrimPrefix(path[1], "round-")), file)
	}
	return document{}, false
}

func findInRound(games []*Game, file string) (document, bool) {
	switch {
	case len(games) == 0:
		return document{}, false
	case file == "games.pgn":
		return pgnDocument(games)
	case file == "index.json":
		return jsonDocument(cloudRound(games), true)
	}
	name, numbered := strings.CutPrefix(file, "game-")
	name, ending, _ := strings.Cut(name, ".")
	n, err := strconv.Atoi(name)
	switch {
	case !numbered || err != nil || n < 1 || n > len(games):
	case ending == "json":
		return jsonDocument(cloudGame(games[n-1]), true)
	case ending == "pgn":
		return pgnDocument(games[n-1 : n])
	}
	return document{}, false
}

// document is the current content of an address.
type document struct{ kind, body string }

func pgnDocument(games []*Game) (document, bool) {
	// The media type is registered with IANA. Without the charset a reader may assume ISO
	// 8859-1, as in the standard of 1994.
	return document{"application/vnd.chess-pgn; charset=utf-8", JoinPGN(games)}, len(games) > 0
}

func jsonDocument(v any, ok bool) (document, bool) {
	text, err := json.Marshal(v)
	return document{"application/json; charset=utf-8", string(text) + "\n"}, ok && err == nil
}

// links lists all addresses.
func links(now Snapshot) string {
	var list []markup.HTML
	add := func(path ...string) {
		joined := strings.Join(path, "/")
		list = append(list, markup.Sprintf(`<li><a href="%s">/%s</a></li>`, (&url.URL{Path: joined}).EscapedPath(), joined))
	}
	for _, event := range now.Events() {
		add(event, "games.pgn")
		for _, g := range now.Current(event) {
			add(event, "boards", g.Board+".pgn")
		}
		for _, round := range now.Rounds(event) {
			add(event, "round-"+round, "games.pgn")
			add(event, "round-"+round, "index.json")
		}
		add(event, "tournament.json")
	}
	what := markup.HTML("<p>No game yet.</p>")
	if len(list) > 0 {
		what = markup.Sprintf("<ul>%s</ul>", markup.Each(list, func(l markup.HTML) markup.HTML { return l }))
	}
	return string(linksHead +
		markup.If(!now.Connected, `<p role="status">There is no connection to the broker now. What follows is from before it was lost.</p>`+"\n") + what + "\n</html>\n")
}

const linksHead = markup.HTML(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>touchmove: feeds</title>
<style>body{font:1rem/1.6 system-ui,sans-serif;margin:2rem auto;max-width:40rem;padding:0 1rem;color-scheme:light dark}</style>
<h1>Feeds</h1>
`)
