package server

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
	"sync"

	"thera/internal/site/httpkit"
)

// page serves static files, each in the best encoding that the build has made of it and
// the client accepts. The files are not kept in memory: they are part of the program,
// which the system pages in on demand.
type page struct {
	files fs.FS
	// known describes each file. A description is computed when the file is first
	// requested: a server starts sooner, and unused files take no memory.
	known map[string]func() (file, error)
}

type file struct {
	contentType  string
	cacheControl string
	encoded      []encoded // the file's encodings, the best first and the plain file last
}

type encoded struct {
	httpkit.Encoded
	name string
}

// encodings are those in which a build stores a file FILE as FILE.br and FILE.gz, the
// smallest first.
var encodings = []struct{ name, suffix string }{{"br", ".br"}, {"gzip", ".gz"}}

// contentTypes is fixed here because systems differ.
var contentTypes = map[string]string{
	".css":         "text/css; charset=utf-8",
	".html":        "text/html; charset=utf-8",
	".ico":         "image/x-icon",
	".js":          "text/javascript; charset=utf-8",
	".json":        "application/json",
	".map":         "application/json",
	".mp3":         "audio/mpeg",
	".ogg":         "audio/ogg",
	".png":         "image/png",
	".svg":         "image/svg+xml",
	".txt":         "text/plain; charset=utf-8",
	".wasm":        "application/wasm",
	".bin":         "application/octet-stream",
	".wav":         "audio/wav",
	".webmanifest": "application/manifest+json",
	".webp":        "image/webp",
	".woff2":       "font/woff2",
}

// hashed matches files whose names change with their contents.
var hashed = regexp.MustCompile(`^assets/.+-[A-Za-z0-9_-]{8}\.[a-z0-9.]+$`)

func newPage(files fs.FS) (http.Handler, error) {
	if files == nil {
		return http.HandlerFunc(serveNotBuilt), nil
	}
	p := page{files, map[string]func() (file, error){}}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || isEncoded(files, name) {
			return err
		}
		p.known[name] = sync.OnceValues(func() (file, error) { return describe(files, name) })
		return nil
	})
	return p, err
}

// entryScript matches a script that the page starts with. The build names scripts by
// their contents.
var entryScript = regexp.MustCompile(`<script type="module"[^>]* src="[^"]*/([^"/]+)\.js"`)

// PageVersion returns a text that identifies a build of the page: the names of the
// scripts that it starts with, without extension and separated by spaces, or "" if
// there are none. The page finds the same names in its own document.
func PageVersion(files fs.FS) string {
	if files == nil {
		return ""
	}
	index, err := fs.ReadFile(files, "index.html")
	if err != nil {
		return ""
	}
	var names []string
	for _, m := range entryScript.FindAllSubmatch(index, -1) {
		names = append(names, string(m[1]))
	}
	return strings.Join(names, " ")
}

func isEncoded(files fs.FS, name string) bool {
	for _, e := range encodings {
		if plain, ok := strings.CutSuffix(name, e.suffix); ok {
			_, err := fs.Stat(files, plain)
			return err == nil
		}
	}
	return false
}

func describe(files fs.FS, name string) (file, error) {
	plain, err := files.Open(name)
	if err != nil {
		return file{}, err
	}
	sum := sha256.New()
	size, err := io.Copy(sum, plain)
	if err := errors.Join(err, plain.Close()); err != nil {
		return file{}, err
	}
	tag := hex.EncodeToString(sum.Sum(nil)[:12])
	f := file{contentType: contentTypes[path.Ext(name)], cacheControl: "no-cache"}
	if f.contentType == "" {
		f.contentType = "application/octet-stream"
	}
	if hashed.MatchString(name) {
		f.cacheControl = "public, max-age=31536000, immutable"
	}
	for _, e := range encodings {
		smaller, err := fs.Stat(files, name+e.suffix)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return file{}, err
		}
		f.encoded = append(f.encoded, encoded{httpkit.Encoded{Encoding: e.name, ETag: `"` + tag + "-" + e.name + `"`, Size: smaller.Size()}, name + e.suffix})
	}
	f.encoded = append(f.encoded, encoded{httpkit.Encoded{ETag: `"` + tag + `"`, Size: size}, name})
	return f, nil
}

// ServeHTTP implements [http.Handler].
func (p page) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !isGet(w, r) {
		return
	}
	known, ok := p.find(r)
	if !ok {
		http.Error(w, "404: no such page", http.StatusNotFound)
		return
	}
	f, err := known()
	if err != nil {
		unreadable(w)
		return
	}
	best := f.encoded[len(f.encoded)-1]
	for _, e := range f.encoded {
		if e.Encoding != "" && httpkit.Accepts(r.Header.Values("Accept-Encoding"), e.Encoding) {
			best = e
			break
		}
	}
	content, err := p.open(best.name)
	if err != nil {
		unreadable(w)
		return
	}
	h := w.Header()
	h.Set("Content-Type", f.contentType)
	h.Set("Cache-Control", f.cacheControl)
	if len(f.encoded) > 1 {
		h.Set("Vary", "Accept-Encoding")
	}
	best.Serve(w, r, content)
	_ = content.Close() // it was only read
}

// unreadable answers for a file that cannot be read, as may happen on a disk.
func unreadable(w http.ResponseWriter) {
	http.Error(w, "500: the page can't be read", http.StatusInternalServerError)
}

// open opens a file for seeking, which files inside a program support.
func (p page) open(name string) (io.ReadSeekCloser, error) {
	f, err := p.files.Open(name)
	if err != nil {
		return nil, err
	}
	content, ok := f.(io.ReadSeekCloser)
	if !ok {
		return nil, errors.Join(fmt.Errorf("%s: want a file with Seek", name), f.Close())
	}
	return content, nil
}

// find returns the requested file; the extension .html may be missing. Addresses that
// the page's script resolves have no file and no extension: they are the page.
func (p page) find(r *http.Request) (known func() (file, error), ok bool) {
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	if known, ok = p.known[name]; !ok && path.Ext(name) == "" {
		if known, ok = p.known[name+".html"]; !ok {
			known, ok = p.known["index.html"]
		}
	}
	return known, ok
}
