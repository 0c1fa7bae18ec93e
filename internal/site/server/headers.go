package server

import (
	"net/http"
	"strings"
)

// policy says what the page may load: its own files only. Scripts may compile
// the engine.
var policy = strings.Join([]string{
	"default-src 'self'",
	"script-src 'self' 'wasm-unsafe-eval'",
	"worker-src 'self'",
	"style-src 'self'",
	"img-src 'self' data:",
	"object-src 'none'",
	"base-uri 'none'",
	"form-action 'self'",
	"frame-ancestors 'none'",
}, "; ")

// security is what every answer has. The cross-origin headers isolate the
// page, without which workers get neither shared memory nor exact clocks.
var security = map[string]string{
	"Content-Security-Policy":      policy,
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Embedder-Policy": "require-corp",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Permissions-Policy":           "camera=(), geolocation=(), microphone=()",
	"Referrer-Policy":              "no-referrer",
	"X-Content-Type-Options":       "nosniff",
}

func secure(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		for name, value := range security {
			h.Set(name, value)
		}
		if r.URL.Path == embedPath || r.URL.Path == embedPath+".html" {
			h.Set("Content-Security-Policy", embedPolicy)
			h.Set("Cross-Origin-Resource-Policy", "cross-origin")
		}
		if isOpen(r) {
			h.Add("Vary", "Cookie, Authorization")
			if r.Header.Get("Cookie") == "" && r.Header.Get("Authorization") == "" {
				h.Set("Access-Control-Allow-Origin", "*")
				h.Set("Cross-Origin-Resource-Policy", "cross-origin")
			}
		}
		next.ServeHTTP(w, r)
	})
}

// embedPath is the one page that others may have in a frame. It has nothing to
// click that would do anything for whoever looks at it.
const embedPath = "/embed"

var embedPolicy = strings.Replace(policy, "frame-ancestors 'none'", "frame-ancestors *", 1)

// isOpen reports whether the scripts of other sites may read an answer: of what
// reads the API and is asked by nobody in particular. An answer to somebody is
// for him alone, and streams are for the page and for programs.
func isOpen(r *http.Request) bool {
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead
	return reads && (isAPI(r) && !isStream(r) || r.URL.Path == "/oembed")
}
