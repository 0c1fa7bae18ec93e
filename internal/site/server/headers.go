package server

import (
	"net/http"
	"strings"
)

// policy says what the page may load: only its own files. Scripts may compile the
// engine.
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

// security has the headers of every answer. The cross-origin headers isolate the page,
// without which workers get neither shared memory nor exact clocks.
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

// embedPath is the one page that other sites may show in a frame. Nothing on it can be
// clicked that would act on behalf of the visitor.
const embedPath = "/embed"

var embedPolicy = strings.Replace(policy, "frame-ancestors 'none'", "frame-ancestors *", 1)

// isOpen reports whether scripts of other sites may read an answer: those to reading
// operations for nobody in particular. An answer to an identified client is for that
// client alone, and streams are for the page and programs.
func isOpen(r *http.Request) bool {
	reads := r.Method == http.MethodGet || r.Method == http.MethodHead
	return reads && (isAPI(r) && !isStream(r) || r.URL.Path == "/oembed")
}
