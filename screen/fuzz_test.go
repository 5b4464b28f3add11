package screen_test

import (
	"bufio"
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"touchmove/screen"
)

// FuzzRequest is a request in any bytes: whatever it is, the screen answers it, and with no
// file but its own.
func FuzzRequest(f *testing.F) {
	home := f.TempDir()
	site := filepath.Join(home, "site")
	if err := os.Mkdir(site, 0o755); err != nil {
		f.Fatal(err)
	}
	for path, text := range map[string]string{filepath.Join(home, "secret"): "the secret", filepath.Join(site, "index.html"): "<p>pairings"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			f.Fatal(err)
		}
	}
	said := screen.NewSnapshots("touchmove/v1", quiet) // without a broker
	bridge, err := screen.NewBridge("mqtt://127.0.0.1:1", nil, quiet)
	if err != nil {
		f.Fatal(err)
	}
	handler := screen.Handler(screen.Options{Broker: screen.Files, Snapshots: said, Cards: said.Cards(), Site: site, Bridge: bridge})
	for _, request := range []string{
		"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET /?board=local/board-1&view=wall HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nX-Forwarded-Proto: https\r\n\r\n",
		"HEAD /index.html HTTP/1.1\r\nHost: x\r\nAccept-Encoding: gzip\r\nIf-None-Match: \"x\"\r\nRange: bytes=0-0,1-1\r\n\r\n",
		"GET " + screen.SnapshotPath + "/open/hall-7.json HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET " + screen.SitePath + "/../secret HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET " + screen.SitePath + "/%2e%2e/secret HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET " + screen.SitePath + "/..%2fsecret HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET " + screen.CardPath + "?board=open/hall-7&size=1e9 HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET " + screen.BridgePath + " HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
		"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
	} {
		f.Add([]byte(request))
	}
	f.Fuzz(func(t *testing.T, sent []byte) {
		r, err := http.ReadRequest(bufio.NewReader(bytes.NewReader(sent)))
		if err != nil {
			return // the server of the standard library says so
		}
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, r)
		switch code := answer.Code; {
		case code == http.StatusServiceUnavailable, code == http.StatusBadGateway: // there is no broker
		case code < 200 || code >= 500:
			t.Errorf("%q is answered with %d", sent, code)
		}
		body, err := io.ReadAll(answer.Body)
		if err != nil || bytes.Contains(body, []byte("the secret")) {
			t.Errorf("%q is answered %.200q, %v", sent, body, err)
		}
	})
}
