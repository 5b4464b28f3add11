package screen

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"
)

// file is one file of the page. Both forms are made when they are first asked for: a daemon
// that no browser looks at spends nothing on them.
type file struct {
	plain func() []byte
	small func() []byte // compressed; nil when that is no shorter
	kind  string
	tag   string // a strong validator (RFC 9110, 8.8.3)
	kept  string // Cache-Control
}

func newFile(name string, text []byte) *file { return newFileAt(gzip.BestCompression, name, text) }

// newPassingFile is a file that the next visitor, or the next message, may change.
func newPassingFile(name string, text []byte) *file { return newFileAt(gzip.BestSpeed, name, text) }

func newFileAt(level int, name string, text []byte) *file {
	f := describe(name, text)
	f.plain = func() []byte { return text }
	f.small = sync.OnceValue(func() []byte {
		if strings.HasPrefix(f.kind, "font/") {
			return nil
		}
		small := zip(text, level)
		if len(small) >= len(text) {
			return nil
		}
		return small
	})
	return f
}

// takes returns about how many bytes the file takes: as text, and compressed.
func (f *file) takes() int64 { return int64(len(f.plain()))*5/4 + 1000 }

// zippedFile is a file that was compressed as it was built.
func zippedFile(name string, small []byte) *file {
	f := describe(name, small)
	f.plain = sync.OnceValue(func() []byte { return unzip(small) })
	f.small = func() []byte { return small }
	return f
}

// describe says of which kind a file is, from its name, and which content it has.
func describe(name string, content []byte) *file {
	sum := sha256.Sum256(content)
	f := &file{kind: mime.TypeByExtension(path.Ext(name)), tag: hex.EncodeToString(sum[:12]), kept: "no-cache"}
	switch path.Ext(name) {
	case ".js":
		f.kind = "text/javascript; charset=utf-8"
	case ".woff2":
		f.kind, f.kept = "font/woff2", "public, max-age=86400"
	case ".sha256":
		f.kind = "text/plain; charset=utf-8"
	}
	return f
}

// fast are compressors for gzip.BestSpeed: each takes most of a megabyte, and to make one takes
// longer than to compress a page with it.
var fast = sync.Pool{New: func() any {
	w, err := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	if err != nil {
		panic("screen: " + err.Error()) // of a level that does not exist
	}
	return w
}}

func zip(text []byte, level int) []byte {
	var b bytes.Buffer
	var w *gzip.Writer
	var err error
	if level == gzip.BestSpeed {
		w = fast.Get().(*gzip.Writer)
		defer fast.Put(w)
		w.Reset(&b)
	} else {
		w, err = gzip.NewWriterLevel(&b, level)
	}
	if err == nil {
		_, err = w.Write(text)
	}
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		panic("screen: " + err.Error()) // into memory
	}
	return b.Bytes()
}

func unzip(small []byte) []byte {
	r, err := gzip.NewReader(bytes.NewReader(small))
	if err != nil {
		panic("screen: " + err.Error()) // embedded
	}
	text, err := io.ReadAll(r)
	if err != nil {
		panic("screen: " + err.Error())
	}
	return text
}

// serve sends the file, unless the browser has it already.
func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", f.kept)
	h.Set("Vary", "Accept-Encoding")
	body, tag := f.plain, f.tag
	if acceptsGzip(r.Header.Get("Accept-Encoding")) {
		if small := f.small(); small != nil {
			body, tag = func() []byte { return small }, f.tag+"-gz"
			h.Set("Content-Encoding", "gzip")
		}
	}
	h.Set("ETag", `"`+tag+`"`)
	if matchesAny(r.Header.Get("If-None-Match"), tag) {
		h.Del("Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	content := body()
	h.Set("Content-Length", strconv.Itoa(len(content)))
	if r.Method != http.MethodHead {
		w.Write(content) //nolint:errcheck // the reader has gone
	}
}

func acceptsGzip(header string) bool {
	for _, part := range strings.Split(header, ",") {
		coding, quality, _ := strings.Cut(strings.TrimSpace(part), ";")
		if coding == "gzip" || coding == "*" {
			return !strings.HasPrefix(strings.ReplaceAll(quality, " ", ""), "q=0") || strings.Contains(quality, "q=0.")
		}
	}
	return false
}

// matchesAny reports whether one of the validators is this one (RFC 9110, 13.1.2).
func matchesAny(header, tag string) bool {
	for _, one := range strings.Split(header, ",") {
		one = strings.TrimPrefix(strings.TrimSpace(one), "W/")
		if one == "*" || one == `"`+tag+`"` {
			return true
		}
	}
	return false
}
