package server

import (
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/site/httpkit"
)

// writeProblem answers with a problem that is not about a field.
func writeProblem(w http.ResponseWriter, status int, reason, detail string) {
	httpkit.NewProblem(status, reason, "%s", detail).Write(w)
}

// wrongField returns the problem that the value of a field such as "position" or
// "moves[2]" is not valid.
func wrongField(field string, value any, err error) error {
	return huma.Error422UnprocessableEntity("validation failed", &huma.ErrorDetail{
		Message:  err.Error(),
		Location: "body." + field,
		Value:    value,
	})
}

// finishProblem gives problems of the framework a reason, and leaves out long values,
// so that no answer grows with the mistake.
func finishProblem(_ huma.Context, _ string, answer any) (any, error) {
	const enough = 200
	wrong, ok := answer.(*huma.ErrorModel)
	if !ok {
		return answer, nil
	}
	for _, e := range wrong.Errors {
		if text, err := json.Marshal(e.Value); err != nil || len(text) > enough {
			e.Value = nil
		}
	}
	return &httpkit.Problem{ErrorModel: *wrong, Reason: reasonsOf[wrong.Status]}, nil
}

// reasonsOf has the reasons of the framework's problems, by status.
var reasonsOf = map[int]string{
	http.StatusBadRequest:           "malformed",
	http.StatusUnprocessableEntity:  "invalid",
	http.StatusUnsupportedMediaType: "media-type",
	http.StatusServiceUnavailable:   "busy",
	http.StatusInternalServerError:  "inside",
}

// describeProblems adds the fields of httpkit's problems to the framework's schema.
func describeProblems(document *huma.OpenAPI) {
	schema := document.Components.Schemas.Map()["ErrorModel"]
	schema.Properties["reason"] = &huma.Schema{Type: huma.TypeString, Description: "A word for programs that says why and does not change."}
	schema.Properties["view"] = &huma.Schema{Type: huma.TypeObject, Description: "The current state of the game, if an order was refused."}
}
