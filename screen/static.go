package screen

import (
	"bytes"
	"cmp"
	_ "embed" // notfound.html
	"encoding/json"
	"html"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"touchmove/internal/atomicfile"
	"touchmove/internal/words"
)

// Static is what the pages of a site of files are told.
type Static struct {
	Organiser Organiser
	Live      string // URL of pages that follow the boards; empty means none
}

// head are the lines of a page's head that chats and social networks read: the event's name
// and place as its file beside the pages has them, or else the organiser's name.
func (s Static) head(dir string) string {
	event := s.eventOf(dir)
	title := cmp.Or(event.Name, s.Organiser.Name)
	if title == "" {
		return ""
	}
	tags := [][3]string{{"property", "og:type", "website"}, {"property", "og:site_name", cmp.Or(s.Organiser.Name, "touchmove")}, {"property", "og:title", title}}
	if event.Site != "" {
		tags = append(tags, [3]string{"property", "og:description", event.Site})
	}
	return metaTags(append(tags, [3]string{"name", "twitter:card", "summary"}))
}

// notFoundPage stands for addresses that name nothing, of any depth: it loads nothing.
//
//go:embed notfound.html
var notFoundPage string

// notFound makes the page that a web server answers with when there is no such file.
func (s Static) notFound(dir string) ([]byte, error) {
	type said struct {
		Name     string `json:"name"` // of the language
		NotFound string `json:"notfound"`
		Event    string `json:"event"`
		Boards   string `json:"boards"`
	}
	name := s.eventOf(dir).Name
	texts := map[string]said{}
	for _, t := range words.All() {
		texts[t.Code] = said{strings.ToUpper(t.Code), t.T("notfound"), cmp.Or(name, t.T("event.tab.round")), t.T("wall")}
	}
	english := texts["en"]
	script, err := json.Marshal(texts) // no < in it, so that it may stand in a script
	if err != nil {
		return nil, err
	}
	boards := ""
	if s.Live != "" {
		boards = `<a class="to" id="live" href="` + html.EscapeString(s.Live) + `">` + html.EscapeString(english.Boards) + `</a>`
	}
	page := strings.NewReplacer("{{English}}", html.EscapeString(english.NotFound), "{{Name}}", html.EscapeString(english.Event), "{{Boards}}", boards, "{{Texts}}", string(script)).Replace(notFoundPage)
	return []byte(page), nil
}

// eventOf reads the event's name and place from its file beside the pages; they are empty before
// the file is there.
func (s Static) eventOf(dir string) (event struct{ Name, Site string }) {
	if text, err := os.ReadFile(filepath.Join(dir, "event", "event.json")); err == nil {
		json.Unmarshal(text, &event) //nolint:errcheck // without a name, as before the file is there
	}
	return event
}

// WriteStatic writes the pages of an event for any web server: what package event/site
// writes goes to the directory event beside them. 404.html is for addresses that name nothing,
// wherever the site lies. Files that are the same are left alone.
func WriteStatic(dir string, s Static) error {
	entries, err := fs.ReadDir(dist, "dist")
	if err != nil {
		return err
	}
	files := map[string][]byte{}
	for _, e := range entries {
		text, err := dist.ReadFile("dist/" + e.Name())
		if err != nil {
			return err
		}
		name, small := strings.CutSuffix(e.Name(), ".gz")
		if small {
			text = unzip(text)
		}
		if name == "index.html" {
			text = write(text, inPage{Event: true, Static: true, Boards: s.Live, Organiser: s.Organiser.forPage()})
			text = bytes.Replace(text, []byte("<title>"), []byte(s.head(dir)+"<title>"), 1)
		}
		files[name] = text
	}
	if name := s.Organiser.file(); name != "" {
		files[name] = s.Organiser.Logo
	}
	if files["404.html"], err = s.notFound(dir); err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if now, err := os.ReadFile(path); err == nil && bytes.Equal(now, text) {
			continue
		}
		if err := atomicfile.WriteAll(path, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}
