package httpkit

import (
	_ "embed"
	"encoding/json"
	"net/http"
	"path"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

const schemas = "#/components/schemas/"

// alreadyRead turns off the framework's own limits on a request's body: admission has
// read the body within its limits before an operation is called.
const alreadyRead = -1

// describe returns an operation as the framework declares it. hasInput is whether its
// handler reads anything of the request.
func (k *Kit[Who]) describe(op *Operation, hasInput bool) huma.Operation {
	described := huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: op.Path, Summary: op.Summary, Description: op.Description,
		Errors: op.statuses(hasInput), Security: k.security(op), DefaultStatus: op.Status, MaxBodyBytes: alreadyRead, BodyReadTimeout: alreadyRead,
	}
	if op.Tag != "" {
		described.Tags = []string{op.Tag}
	}
	if op.lasts == socket {
		messages := map[string]*huma.MediaType{"application/json": {Schema: k.schema(op.Answer)}}
		described.Responses = map[string]*huma.Response{"101": {Description: "A WebSocket; each message of the server is of this form", Content: messages}}
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

// securitySchemes returns the ways in which clients can say who they are.
func (k *Kit[Who]) securitySchemes() map[string]*huma.SecurityScheme {
	return map[string]*huma.SecurityScheme{
		"cookie": {Type: "apiKey", In: "cookie", Name: k.Cookie, Description: "Of a guest, or of an account that is signed in. Over TLS its name begins with __Host-."},
		"token":  {Type: "http", Scheme: "bearer", Description: "Of a program, with the scopes that the operation asks for."},
	}
}

// security returns the ways in which a client can say who it is for an operation, each of
// which is enough.
func (k *Kit[Who]) security(op *Operation) []map[string][]string {
	cookie := map[string][]string{"cookie": {}}
	switch {
	case op.Callers == Unidentified:
		return nil
	case op.Callers == Anyone:
		return []map[string][]string{{}, cookie, {"token": {}}}
	case slices.Contains(k.Tokens, op.Scope):
		return []map[string][]string{cookie, {"token": {string(op.Scope)}}}
	}
	return []map[string][]string{cookie}
}

var plainText = map[string]*huma.MediaType{"text/plain": {Schema: &huma.Schema{Type: huma.TypeString}}}

func header(name, description string) *huma.Param {
	return &huma.Param{Name: name, In: "header", Description: description, Schema: &huma.Schema{Type: huma.TypeString}}
}

// schema returns the schema of an answer that is not one JSON object.
func (k *Kit[Who]) schema(a Answer) *huma.Schema {
	switch line := a.Line.(type) {
	case OneOf:
		all := &huma.Schema{}
		for _, value := range line {
			all.OneOf = append(all.OneOf, k.schemaOf(value))
		}
		return all
	case nil:
	default:
		return k.schemaOf(line)
	}
	if strings.HasPrefix(a.ContentType, "text/") {
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
func (k *Kit[Who]) finishProblem(ctx huma.Context, _ string, answer any) (any, error) {
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
		if text, isText := e.Value.(string); isText && e.Location == "body" {
			short = undecodable(k.bodies[ctx.Operation().OperationID], []byte(text), short)
		}
		short.Message, short.Location = shorten(short.Message, 2000), shorten(short.Location, 200)
		if !isShort(short.Value) {
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

// reasons are those of all problems. Its test collects them from the code.
//
//go:embed reasons.txt
var reasons string

// Document returns the OpenAPI document of what is registered.
func (k *Kit[Who]) Document() ([]byte, error) {
	document := k.api.OpenAPI()
	all, requested := document.Components.Schemas, requestedIn(document)
	addUnits(all)
	allowNull(all, requested)
	openAnswers(all, requested)
	if schema := all.Map()["ErrorModel"]; schema != nil {
		schema.Properties["reason"] = &huma.Schema{
			Type: huma.TypeString, Description: "A word for programs that says why and does not change. There may be new ones.",
			Extensions: map[string]any{"x-extensible-enum": strings.Fields(reasons)},
		}
		schema.Properties["view"] = &huma.Schema{Type: huma.TypeObject, Description: "The current state of the game, if an order was refused."}
		schema.Properties["request"] = &huma.Schema{Type: huma.TypeString, Description: "The ID of the request, by which an operator finds it in the logs."}
	}
	return json.MarshalIndent(document, "", "  ")
}

// addUnits adds the units of numbers whose types have one to the descriptions of fields that
// don't say it.
func addUnits(all huma.Registry) {
	for name, schema := range all.Map() {
		for _, f := range reflect.VisibleFields(all.TypeFromRef(schemas + name)) {
			kind := f.Type
			for kind.Kind() == reflect.Pointer || kind.Kind() == reflect.Slice {
				kind = kind.Elem()
			}
			number, hasUnit := reflect.Zero(kind).Interface().(interface{ Unit() string })
			key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			field := schema.Properties[key]
			if !hasUnit || field == nil {
				continue
			}
			switch word, _, _ := strings.Cut(number.Unit(), " "); {
			case field.Description == "":
				field.Description = "In " + number.Unit()
			case !strings.Contains(field.Description, " "+word):
				field.Description += " (in " + number.Unit() + ")"
			}
		}
	}
}

// allowNull says that objects which are always there can be null: pointers without omitempty
// or the tag nullable:"false". The framework says so of all other types.
func allowNull(all huma.Registry, requested map[*huma.Schema]bool) {
	for name, schema := range all.Map() {
		if requested[schema] {
			continue
		}
		for _, f := range reflect.VisibleFields(all.TypeFromRef(schemas + name)) {
			key, options, _ := strings.Cut(f.Tag.Get("json"), ",")
			field := schema.Properties[key]
			if field == nil || field.Ref == "" || f.Type.Kind() != reflect.Pointer || strings.Contains(options, "omit") || f.Tag.Get("nullable") == "false" {
				continue
			}
			schema.Properties[key] = &huma.Schema{
				Description: f.Tag.Get("doc"),
				OneOf:       []*huma.Schema{{Ref: field.Ref}, {Type: "null"}},
			}
		}
	}
}

// openAnswers lets answers have fields that the document does not name, so that one can be
// added.
func openAnswers(all huma.Registry, requested map[*huma.Schema]bool) {
	for _, s := range all.Map() {
		if !requested[s] && s.AdditionalProperties == false {
			s.AdditionalProperties = nil
		}
	}
}

// requestedIn returns the schemas of requests and their parts. Requests are checked by them,
// so they stay as strict as they are.
func requestedIn(document *huma.OpenAPI) map[*huma.Schema]bool {
	all := document.Components.Schemas
	requested := map[*huma.Schema]bool{}
	var request func(*huma.Schema)
	request = func(s *huma.Schema) {
		if s == nil || requested[s] {
			return
		}
		requested[s] = true
		if s.Ref != "" {
			request(all.SchemaFromRef(s.Ref))
		}
		request(s.Items)
		if values, ok := s.AdditionalProperties.(*huma.Schema); ok {
			request(values)
		}
		for _, field := range s.Properties {
			request(field)
		}
	}
	for _, path := range document.Paths {
		for _, op := range []*huma.Operation{path.Post, path.Put, path.Delete} {
			if op == nil || op.RequestBody == nil {
				continue
			}
			for _, body := range op.RequestBody.Content {
				request(body.Schema)
			}
		}
	}
	return requested
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
