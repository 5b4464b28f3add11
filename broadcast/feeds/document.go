package feeds

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
)

// allow permits pages of every origin to read the answer and its ETag (Fetch Standard, CORS
// protocol). No credentials are used here.
func allow(w http.ResponseWriter) {
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Access-Control-Expose-Headers", "ETag")
}

// preflight answers the CORS request that precedes the actual one.
func preflight(w http.ResponseWriter) {
	w.Header().Set("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
	w.Header().Set("Access-Control-Allow-Headers", "*")
	w.Header().Set("Access-Control-Max-Age", "86400") // seconds
	w.WriteHeader(http.StatusNoContent)
}

// shortest is the minimum length, in bytes, of a document that is compressed.
const shortest = 512

// serve sends a document, unless the client already has it (RFC 9110, 13.1.2). The document
// is compressed if the client accepts that. The compressed form has a tag of its own;
// either tag matches the document in both forms.
func serve(w http.ResponseWriter, r *http.Request, d document) {
	sum := sha256.Sum256([]byte(d.body))
	name := base64.RawURLEncoding.EncodeToString(sum[:18])
	plain, packed := `"`+name+`"`, `"`+name+`-gzip"`
	body, tag := []byte(d.body), plain
	w.Header().Set("Cache-Control", "no-cache") // may be stored, but must be revalidated each time
	w.Header().Set("Vary", "Accept-Encoding")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	zip := len(body) >= shortest && accepts(r.Header.Values("Accept-Encoding"), "gzip")
	if zip {
		tag = packed
	}
	w.Header().Set("ETag", tag)
	if known := r.Header.Values("If-None-Match"); matches(known, plain) || matches(known, packed) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if zip {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write(body) // into memory: cannot fail
		z.Close()
		body = b.Bytes()
		w.Header().Set("Content-Encoding", "gzip")
	}
	w.Header().Set("Content-Type", d.kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodHead {
		return
	}
	w.Write(body) // an error means that the client has gone
}

// accepts reports whether Accept-Encoding names a coding with a weight above zero (RFC
// 9110, 12.5.3).
func accepts(lines []string, coding string) bool {
	for _, line := range lines {
		for one := range strings.SplitSeq(line, ",") {
			name, weight, _ := strings.Cut(strings.ToLower(one), ";")
			if strings.TrimSpace(name) != coding {
				continue
			}
			q, has := strings.CutPrefix(strings.ReplaceAll(weight, " ", ""), "q=")
			return !has || strings.Trim(q, "0.") != ""
		}
	}
	return false
}

// matches reports whether one of the tags of If-None-Match is this one, by weak comparison.
func matches(lines []string, tag string) bool {
	for _, line := range lines {
		for one := range strings.SplitSeq(line, ",") {
			if one = strings.TrimSpace(one); one == "*" || strings.TrimPrefix(one, "W/") == tag {
				return true
			}
		}
	}
	return false
}
