package screen

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"touchmove/internal/words"
	"touchmove/screen/preview"
)

// head are the lines of a page's head that chats and social networks read (ogp.me). site
// is the address of the page's server. Browsers, which say how they fetch, get what is
// known already; others wait a moment for the broker.
func (c *Cards) head(r *http.Request, site string) string {
	q := r.URL.Query()
	event, board := q.Get("event"), q.Get("board")
	if !isLevelOrEmpty(event) || !isLevelOrEmpty(board) {
		return ""
	}
	if board == "" {
		return c.overview(r, event, speaker(q.Get("lang")))
	}
	id, s, ok := c.now(event, board)
	if !ok && r.Header.Get("Sec-Fetch-Dest") != "document" {
		id, s, ok = c.board(r.Context(), event, board, pageWaits)
	}
	if !ok {
		return ""
	}
	card := s.card(id, speaker(q.Get("lang")), s.count(q.Get("game"), q.Get("ply")))
	picture := url.Values{}
	for _, key := range []string{"event", "board", "game", "ply", "lang"} {
		if v := q.Get(key); v != "" && len(v) <= 80 {
			picture.Set(key, v)
		}
	}
	title := card.White.Name + " – " + card.Black.Name
	said := strings.Trim(card.Event+", "+card.Place, ", ") + ". " + card.Line
	if card.Rest != "" {
		said += " · " + card.Rest
	}
	return metaTags([][3]string{
		{"property", "og:type", "website"}, {"property", "og:site_name", c.siteName()}, {"property", "og:title", title}, {"property", "og:description", said},
		{"property", "og:image", site + CardPath + "?" + picture.Encode()}, {"property", "og:image:type", "image/png"},
		{"property", "og:image:width", strconv.Itoa(preview.Width)}, {"property", "og:image:height", strconv.Itoa(preview.Height)},
		{"property", "og:image:alt", title + ": " + card.Line}, {"name", "twitter:card", "summary_large_image"},
	})
}

// overview are those lines for a page of several boards or of an event: its name, how many
// boards there are and how many have finished. It has no picture of one board.
func (c *Cards) overview(r *http.Request, event string, t *words.Texts) string {
	if view := r.URL.Query().Get("view"); view == "arbiter" || view == "topics" {
		return ""
	}
	boards := c.boards(event)
	if len(boards) == 0 && r.Header.Get("Sec-Fetch-Dest") != "document" {
		c.board(r.Context(), event, "", pageWaits) // until the first has said something
		boards = c.boards(event)
	}
	title, round, finished := "", "", 0
	for i, s := range boards {
		number := ""
		if s.Round != nil {
			number = *s.Round
		}
		if i == 0 {
			title, round = s.Event, number
		}
		if s.Event != title { // several events: whose pages they are
			title = ""
		}
		if number != round {
			round = ""
		}
		if s.Phase == "over" && s.Result != "*" {
			finished++
		}
	}
	var said []string
	if round != "" {
		said = append(said, t.T("round", "n", round))
	}
	if len(boards) > 0 {
		said = append(said, t.T("boards", "n", len(boards)))
	}
	if finished > 0 {
		said = append(said, t.T("nfinished", "n", finished))
	}
	if title == "" && c.organiser != nil {
		title = c.organiser.Name
	}
	if title == "" {
		return ""
	}
	tags := [][3]string{{"property", "og:type", "website"}, {"property", "og:site_name", c.siteName()}, {"property", "og:title", title}}
	if len(said) > 0 {
		tags = append(tags, [3]string{"property", "og:description", strings.Join(said, " · ")})
	}
	return metaTags(append(tags, [3]string{"name", "twitter:card", "summary"}))
}

// metaTags writes lines of a page's head: what names each, its name, its content.
func metaTags(tags [][3]string) string {
	var b strings.Builder
	for _, tag := range tags {
		fmt.Fprintf(&b, "<meta %s=\"%s\" content=\"%s\">\n", tag[0], tag[1], html.EscapeString(tag[2]))
	}
	return b.String()
}

// siteName is whose pages they are.
func (c *Cards) siteName() string {
	if c.organiser != nil {
		return c.organiser.Name
	}
	return "touchmove"
}
