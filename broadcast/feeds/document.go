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

// allow lets pages of every origin read the answer and its ETag (Fetch
// Standard, CORS protocol). No credential is ever looked at here.
func allow(w http.ResponseWriter) {
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Access-Control-Expose-Headers", "ETag")
}

// preflight answers a page that asks before it reads.
func preflight(w http.ResponseWriter) {
	w.Header().Set("Access-Control-Allow-Methods", "GET, HEAD, OPTIONS")
	w.Header().Set("Access-Control-Allow-Headers", "*")
	w.Header().Set("Access-Control-Max-Age", "86400") // seconds
	w.WriteHeader(http.StatusNoContent)
}

// shortest is from how many bytes on a document is compressed.
const shortest = 512

// hand gives a document to whoever has not got it already (RFC 9110, 13.1.2),
// compressed to whoever says that it can be. The compressed form has a tag of
// its own, and each tag stands for the document in either form.
func hand(w http.ResponseWriter, r *http.Request, d document) {
	sum := sha256.Sum256([]byte(d.body))
	name := base64.RawURLEncoding.EncodeToString(sum[:18])
	plain, packed := `"`+name+`"`, `"`+name+`-gzip"`
	body, tag := []byte(d.body), plain
	w.Header().Set("Cache-Control", "no-cache") // keep it, but ask each time
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
		z.Write(body) // into memory: it cannot fail
		z.Close()
		body = b.Bytes()
		w.Header().Set("Content-Encoding", "gzip")
	}
	w.Header().Set("Content-Type", d.kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(body)))
	if r.Method == http.MethodHead {
		return
	}
	w.Write(body) // who has gone has gone
}

// accepts says whether Accept-Encoding names a coding, and does not refuse it
// with a weight of zero (RFC 9110, 12.5.3).
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

// matches says whether one of the tags of If-None-Match is this one, by weak
// comparison.
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
