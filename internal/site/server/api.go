package server

import (
	"encoding/json"
	"net/http"
	"path"
	"reflect"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"thera/internal/catalog"
	"thera/internal/site/httpkit"
)

// addAPI registers the operations of the API and its OpenAPI document, which is derived
// from the types that requests are decoded into.
func (s *Server) addAPI(mux *http.ServeMux) error {
	config := huma.DefaultConfig("thera", "1")
	config.Info.Description = "Games between people and programs; legal moves, best moves, proven results and records: of " + catalog.InWords(s.Games) + "."
	// The document is written once, below. The framework's own pages load scripts from
	// elsewhere, and its hooks add a link to every answer.
	config.OpenAPIPath, config.DocsPath, config.SchemasPath, config.CreateHooks = "", "", "", nil
	config.Transformers = []huma.Transformer{finishProblem}
	config.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaName)
	api := humago.New(mux, config)

	huma.Register(api, operation(http.MethodGet, "games", "List the games and their variants"), s.listGames)
	huma.Register(api, operation(http.MethodPost, "moves", "List the legal moves of a position"), s.listMoves)
	huma.Register(api, operation(http.MethodPost, "best", "Find the best move of a position"), s.findBest)
	huma.Register(api, operation(http.MethodPost, "solve", "Prove the result of a position"), s.solve)
	huma.Register(api, operation(http.MethodPost, "convert", "Convert games between record formats"), s.convert)

	for _, part := range s.Parts {
		part.Register(api)
	}

	describeProblems(api.OpenAPI())
	document, err := json.MarshalIndent(api.OpenAPI(), "", "  ")
	if err != nil {
		return err
	}
	mux.HandleFunc("GET /api/v1/openapi.json", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/openapi+json")
		_, _ = w.Write(document) // the client may have left
	})
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) { serveNoOperation(mux, w, r) })
	return nil
}

// schemaName returns the name of a type in the document. The bot API has types of its
// own with the same names as the page's.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Name() == "" && (t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice) {
		t = t.Elem()
	}
	if path.Base(t.PkgPath()) == "botapi" {
		return "Bot" + name
	}
	return name
}

func operation(method, name, summary string) huma.Operation {
	op := httpkit.NewOperation(method, "/"+name, name, summary, http.StatusTooManyRequests, http.StatusServiceUnavailable)
	if method == http.MethodPost {
		op.Errors = append(op.Errors, http.StatusBadRequest, http.StatusRequestTimeout,
			http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	return op
}

// serveNoOperation answers requests to the API that match no operation.
func serveNoOperation(mux *http.ServeMux, w http.ResponseWriter, r *http.Request) {
	var allowed []string
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := mux.Handler(other); strings.HasPrefix(pattern, method) {
			allowed = append(allowed, method)
		}
	}
	if allow := strings.Join(allowed, ", "); allow != "" {
		w.Header().Set("Allow", allow)
		writeProblem(w, http.StatusMethodNotAllowed, "method", "method "+strconv.Quote(r.Method)+": want "+allow)
		return
	}
	writeProblem(w, http.StatusNotFound, "no-operation", strconv.Quote(r.URL.Path)+": want an operation of /api/v1/openapi.json")
}
