package feeds

import (
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
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

// hand gives a document to whoever has not got it already (RFC 9110, 13.1.2).
func hand(w http.ResponseWriter, r *http.Request, d document) {
	sum := sha256.Sum256([]byte(d.body))
	tag := `"` + base64.RawURLEncoding.EncodeToString(sum[:18]) + `"`
	w.Header().Set("ETag", tag)
	w.Header().Set("Cache-Control", "no-cache") // keep it, but ask each time
	w.Header().Set("X-Content-Type-Options", "nosniff")
	if matches(r.Header.Values("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Header().Set("Content-Type", d.kind)
	if r.Method == http.MethodHead {
		return
	}
	io.WriteString(w, d.body) // who has gone has gone
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
