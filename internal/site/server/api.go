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
)

// addAPI registers the operations of the API and the document about them,
// which is made of the same types that requests are read into.
func (s *Server) addAPI(mux *http.ServeMux) error {
	config := huma.DefaultConfig("thera", "1")
	config.Info.Description = "Games between people and programs; legal moves, best moves, proven results and records: of " + catalog.InWords(s.Games) + "."
	// The document is written once, below; the others load scripts from
	// elsewhere, or add a link to every answer.
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
		_, _ = w.Write(document) // whoever asked may be gone
	})
	mux.HandleFunc("/api/", func(w http.ResponseWriter, r *http.Request) { serveNoOperation(mux, w, r) })
	return nil
}

// schemaName returns the name of a type in the document. The bot API has words of
// its own for what the page calls by the same names.
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

// operation describes an operation of the API. Bodies have been read by
// readBody, so there is nothing left to limit.
func operation(method, name, summary string) huma.Operation {
	op := huma.Operation{
		OperationID:     name,
		Method:          method,
		Path:            "/api/v1/" + name,
		Summary:         summary,
		Errors:          []int{http.StatusTooManyRequests, http.StatusServiceUnavailable},
		MaxBodyBytes:    -1,
		BodyReadTimeout: -1,
	}
	if method == http.MethodPost {
		op.Errors = append(op.Errors, http.StatusBadRequest, http.StatusRequestTimeout,
			http.StatusRequestEntityTooLarge, http.StatusUnsupportedMediaType)
	}
	return op
}

// serveNoOperation answers requests to the API that are none of its
// operations.
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
