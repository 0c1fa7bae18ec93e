package httpkit

import (
	"encoding/json"
	"net/http"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// alreadyRead turns off the framework's own limits on a request's body: admission has
// read the body within its limits before an operation is called.
const alreadyRead = -1

// describe returns an operation as the framework declares it. hasInput is whether its
// handler reads anything of the request.
func (k *Kit[Who]) describe(op *Operation, hasInput bool) huma.Operation {
	described := huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: op.Path, Summary: op.Summary, Description: op.Description,
		Errors: op.statuses(hasInput), DefaultStatus: op.Status, MaxBodyBytes: alreadyRead, BodyReadTimeout: alreadyRead,
	}
	if op.Tag != "" {
		described.Tags = []string{op.Tag}
	}
	if op.lasts == socket {
		described.Responses = map[string]*huma.Response{"101": {Description: "A WebSocket"}}
	}
	if a := op.Answer; a.ContentType != "" {
		content := map[string]*huma.MediaType{a.ContentType: {Schema: k.schema(a)}}
		if a.JSON != nil {
			content["application/json"] = &huma.MediaType{Schema: k.schemaOf(a.JSON)}
		}
		described.Responses = map[string]*huma.Response{"200": {Description: a.What, Content: content}}
		if a.Partial {
			described.Responses["206"] = &huma.Response{Description: "A part of it", Content: content}
			described.Responses["416"] = &huma.Response{Description: "It has no such part", Content: plainText}
			described.Parameters = append(described.Parameters, header("Range", "The bytes to send, as in bytes=0-99"))
		}
		if a.Cached {
			described.Responses["304"] = &huma.Response{Description: "Unchanged"}
			described.Parameters = append(described.Parameters, header("If-None-Match", "The ETag of the answer that the client has"))
		}
		if a.Missing {
			described.Errors = slices.DeleteFunc(described.Errors, func(status int) bool { return status == http.StatusNotFound })
			described.Responses["404"] = &huma.Response{Description: http.StatusText(http.StatusNotFound), Content: content}
		}
	}
	return described
}

var plainText = map[string]*huma.MediaType{"text/plain": {Schema: &huma.Schema{Type: huma.TypeString}}}

func header(name, description string) *huma.Param {
	return &huma.Param{Name: name, In: "header", Description: description, Schema: &huma.Schema{Type: huma.TypeString}}
}

// schema returns the schema of an answer that is not one JSON object.
func (k *Kit[Who]) schema(a Answer) *huma.Schema {
	switch {
	case a.Line != nil:
		return k.schemaOf(a.Line)
	case a.ContentType == "application/x-ndjson":
		return &huma.Schema{Type: huma.TypeObject}
	case strings.HasPrefix(a.ContentType, "text/"):
		return &huma.Schema{Type: huma.TypeString}
	}
	return &huma.Schema{Type: huma.TypeString, Format: "binary"}
}

// schemaOf returns the schema of a value's type.
func (k *Kit[Who]) schemaOf(value any) *huma.Schema {
	return k.api.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(value), true, "")
}

// schemaName returns the name of a type in the document. The bot API has types of its
// own with the same names as the page's, and tournaments have events as games do.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Name() == "" && (t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice) {
		t = t.Elem()
	}
	switch of := path.Base(t.PkgPath()); {
	case of == "bot":
		return "Bot" + name
	case of == "tournament" && name == "Event":
		return "Contest" + name
	}
	return name
}

// finishProblem gives problems the ID of the request, and those of the framework a
// reason. It tells few details and no long values, so that neither the answer nor the work
// of making it grows with the mistake.
func finishProblem(ctx huma.Context, _ string, answer any) (any, error) {
	err, ok := answer.(error)
	if !ok {
		return answer, nil
	}
	_, w := humago.Unwrap(ctx)
	told := *ProblemOf(err) // the same problem may be told to others
	told.Request = w.Header().Get(RequestIDHeader)
	told.Detail = shorten(told.Detail, 2000)
	const most = 20
	told.Errors = slices.Clone(told.Errors[:min(len(told.Errors), most)])
	for i, e := range told.Errors {
		short := *e
		short.Message, short.Location = shorten(e.Message, 2000), shorten(e.Location, 200)
		if !isShort(e.Value) {
			short.Value = nil
		}
		told.Errors[i] = &short
	}
	return &told, nil
}

// shorten returns at most the first bytes of a text.
func shorten(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// isShort reports whether a value is surely short: one that has parts may be the whole body.
func isShort(value any) bool {
	v := reflect.ValueOf(value)
	return v.Kind() == reflect.String && v.Len() <= 200 || v.Kind() == reflect.Bool || v.CanInt() || v.CanUint() || v.CanFloat()
}

var reasonsOf = map[int]string{
	http.StatusBadRequest:           "malformed",
	http.StatusUnprocessableEntity:  "invalid",
	http.StatusUnsupportedMediaType: "media-type",
	http.StatusServiceUnavailable:   "busy",
	http.StatusInternalServerError:  "inside",
}

// Document returns the OpenAPI document of what is registered.
func (k *Kit[Who]) Document() ([]byte, error) {
	document := k.api.OpenAPI()
	if schema := document.Components.Schemas.Map()["ErrorModel"]; schema != nil {
		schema.Properties["reason"] = &huma.Schema{Type: huma.TypeString, Description: "A word for programs that says why and does not change."}
		schema.Properties["view"] = &huma.Schema{Type: huma.TypeObject, Description: "The current state of the game, if an order was refused."}
		schema.Properties["request"] = &huma.Schema{Type: huma.TypeString, Description: "The ID of the request, by which an operator finds it in the logs."}
	}
	return json.MarshalIndent(document, "", "  ")
}

// Methods returns the methods with which a path can be asked for.
func (k *Kit[Who]) Methods(r *http.Request) (all []string) {
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete} {
		other := r.Clone(r.Context())
		other.Method = method
		if op := k.Find(other); op != nil && op.Method == method {
			all = append(all, method)
			if method == http.MethodGet {
				all = append(all, http.MethodHead)
			}
		}
	}
	return all
}
