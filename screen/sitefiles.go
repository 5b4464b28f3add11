package screen

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"touchmove/internal/webserver"
)

// SitePath is the path of the event's pages.
const SitePath = "/event"

// siteCacheBytes is how many bytes of the files of a site are kept, so that a file that is asked for
// again and again is read and compressed once.
const siteCacheBytes = 8 << 20

// longestCached is how many bytes a file may have to be kept. Of a longer one only the compressed form
// is kept, if that is no longer: the games of a big open are. Whoever takes no compressed form gets
// it from the disk, as everybody gets a file beyond longestZipped.
const (
	longestCached = siteCacheBytes / 2
	longestZipped = 32 << 20
)

// How many visitors may wait for the disk at once, each with a thread of the process, of which a
// computer has few hundreds: for finding a file, for reading one, and for files that are sent from
// the disk.
const (
	mostFinding = 8
	mostReading = 8
	mostSending = 200
)

// longestWait is how long a visitor waits for a place among those to whom a file is sent from the
// disk. Somebody who reads nothing has one for a minute (webserver), or until another address needs it.
const longestWait = 5 * time.Second

// siteFiles are the files of a directory that the page reads.
type siteFiles struct {
	open func() (fs.FS, io.Closer, error) // the directory, which may be replaced by another one

	found, read chan struct{} // one for each who waits
	sent        *webserver.Places
	zipping     sync.Mutex // one file at a time: the boards need the processors

	mu      sync.Mutex
	bytes   int
	kept    map[string]siteFile      // by name
	reading map[string]chan struct{} // by name; closed when one visitor has read the file
}

func newSiteFiles(dir string) *siteFiles {
	return &siteFiles{
		open: func() (fs.FS, io.Closer, error) {
			root, err := os.OpenRoot(dir)
			if err != nil {
				return nil, nil, err
			}
			return root.FS(), root, nil
		},
		found: make(chan struct{}, mostFinding), read: make(chan struct{}, mostReading), sent: webserver.NewPlaces(mostSending),
		kept: map[string]siteFile{}, reading: map[string]chan struct{}{},
	}
}

// siteFile is a file and what it was made of.
type siteFile struct {
	file  *file // nil if it is sent from the disk
	of    fs.FileInfo
	takes int // bytes
}

// isOf reports whether it was made of the file that is there now.
func (f siteFile) isOf(now fs.FileInfo) bool {
	return f.of.Size() == now.Size() && f.of.ModTime().Equal(now.ModTime()) && os.SameFile(f.of, now)
}

// ServeHTTP implements http.Handler. It serves games and tables, no directory and nothing
// hidden.
func (s *siteFiles) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	kind := map[string]string{".json": "application/json", ".pgn": "application/vnd.chess-pgn; charset=utf-8", ".trf": "text/plain; charset=utf-8"}[path.Ext(name)]
	if kind == "" || strings.HasPrefix(name, ".") || strings.Contains(name, "/.") || !fs.ValidPath(name) {
		http.NotFound(w, r)
		return
	}
	if !acquire(r.Context(), s.found) {
		return // the visitor has gone
	}
	dir, opened, now, err := s.find(name)
	<-s.found
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer opened.Close()
	secure(w.Header(), "")
	w.Header().Set("Access-Control-Allow-Origin", "*") // everything here is public
	if now.Size() > longestZipped || now.Size() > longestCached && !acceptsGzip(r.Header.Get("Accept-Encoding")) {
		s.sendLong(w, r, dir, name, kind)
		return
	}
	f, err := s.get(r.Context(), dir, name, kind, now)
	switch {
	case err != nil:
		http.NotFound(w, r)
	case f == nil:
		s.sendLong(w, r, dir, name, kind)
	default:
		f.serve(w, r)
	}
}

// acquire takes one of the places of a channel. It returns false if ctx ends before.
func acquire(ctx context.Context, places chan struct{}) bool {
	select {
	case places <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

// find opens the directory and finds a file in it.
func (s *siteFiles) find(name string) (dir fs.FS, opened io.Closer, now fs.FileInfo, err error) {
	if dir, opened, err = s.open(); err != nil {
		return nil, nil, nil, err
	}
	now, err = fs.Stat(dir, name)
	if err == nil && !now.Mode().IsRegular() { // reading a pipe would wait for ever
		err = fs.ErrNotExist
	}
	if err != nil {
		opened.Close()
	}
	return dir, opened, now, err
}

// sendLong sends a file from the disk. If another address needs the place of this visitor, the connection
// is cut off. A download can be continued where it stopped; a page has to ask for the whole file again.
func (s *siteFiles) sendLong(w http.ResponseWriter, r *http.Request, dir fs.FS, name, kind string) {
	ctx, cancel := context.WithTimeout(r.Context(), longestWait)
	defer cancel()
	var over atomic.Bool
	line := http.NewResponseController(w)
	leave, ok := s.sent.Wait(ctx, webserver.Neighbourhood(r.RemoteAddr), func() {
		over.Store(true)
		line.SetWriteDeadline(time.Now()) //nolint:errcheck // over alone ends what can still be written
	})
	if !ok {
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Retry-After", "10")
		http.Error(w, "long files are being sent to many: ask again later", http.StatusServiceUnavailable)
		return
	}
	defer leave()
	f, err := dir.Open(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	defer f.Close()
	now, err := f.Stat()
	content, seeks := f.(io.ReadSeeker)
	if err != nil || !now.Mode().IsRegular() || !seeks {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("Vary", "Accept-Encoding")
	http.ServeContent(w, r, name, now.ModTime(), whileHere{content, &over})
}

// whileHere is the content of a file until its visitor has lost its place.
type whileHere struct {
	io.ReadSeeker
	over *atomic.Bool
}

var errPlaceGone = errors.New("another visitor has the place")

// Read implements io.Reader.
func (c whileHere) Read(p []byte) (int, error) {
	if c.over.Load() {
		return 0, errPlaceGone
	}
	return c.ReadSeeker.Read(p)
}

// get returns a file of which now is known, from memory if it has not changed; nil if it is to be
// sent from the disk. One visitor reads it, and others who ask for the same file wait for it. Files
// that the disk does not give hold up those in memory not at all, and others once there are
// mostReading of them.
func (s *siteFiles) get(ctx context.Context, dir fs.FS, name, kind string, now fs.FileInfo) (*file, error) {
	for {
		s.mu.Lock()
		if old, known := s.kept[name]; known && old.isOf(now) {
			s.mu.Unlock()
			return old.file, nil
		}
		other, busy := s.reading[name]
		if !busy {
			s.reading[name] = make(chan struct{})
			s.mu.Unlock()
			break
		}
		s.mu.Unlock()
		select {
		case <-other:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	var f siteFile
	var err error
	if acquire(ctx, s.read) {
		f, err = s.load(dir, name, kind, now)
		<-s.read
	} else {
		err = ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	close(s.reading[name])
	delete(s.reading, name)
	if err == nil && f.of != nil {
		s.keep(name, f)
	}
	return f.file, err
}

// load reads a file, or compresses a long one as it is read. It is not to be kept, without of, if
// it is being written.
func (s *siteFiles) load(dir fs.FS, name, kind string, now fs.FileInfo) (f siteFile, err error) {
	var length int64
	if now.Size() > longestCached {
		var small []byte
		if small, length, err = s.zipAtMost(dir, name, now); small != nil {
			f.file, f.takes = zippedFile(name, small), len(small)
		}
	} else {
		var text []byte
		if text, err = readAtMost(dir, name, longestCached); err == nil {
			s.zipping.Lock()
			f.file, f.takes, length = newPassingFile(name, text), len(text), int64(len(text))
			f.file.small()
			s.zipping.Unlock()
		}
	}
	if f.file != nil {
		f.file.kind = kind
	}
	if length == now.Size() {
		f.of = now
	}
	return f, err
}

// zipAtMost compresses a file of which now is known, and returns how long it is. small is nil if the
// compressed form is longer than longestCached: then the rest is not read.
func (s *siteFiles) zipAtMost(dir fs.FS, name string, now fs.FileInfo) (small []byte, length int64, err error) {
	f, err := dir.Open(name)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	var b bytes.Buffer
	w := fast.Get().(*gzip.Writer)
	defer fast.Put(w)
	w.Reset(&b)
	piece := make([]byte, 64<<10)
	for err == nil && b.Len() <= longestCached && length <= longestZipped {
		var n int
		n, err = f.Read(piece)
		length += int64(n)
		s.zipping.Lock()
		w.Write(piece[:n]) //nolint:errcheck // into memory: cannot fail
		s.zipping.Unlock()
	}
	if err == io.EOF {
		err = w.Close() // into memory: cannot fail
		small = b.Bytes()
	}
	switch {
	case length > longestZipped: // it is growing
		return nil, length, nil
	case b.Len() > longestCached:
		return nil, now.Size(), nil
	}
	return small, length, err
}

// readAtMost reads a file that may be growing.
func readAtMost(dir fs.FS, name string, most int64) ([]byte, error) {
	f, err := dir.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(text)) > most {
		err = fmt.Errorf("%s has more than %d bytes now", name, most)
	}
	return text, err
}

// keep keeps a file. The caller holds the lock.
func (s *siteFiles) keep(name string, f siteFile) {
	s.bytes -= s.kept[name].takes
	delete(s.kept, name)
	if s.bytes+f.takes > siteCacheBytes {
		clear(s.kept)
		s.bytes = 0
	}
	s.kept[name] = f
	s.bytes += f.takes
}
