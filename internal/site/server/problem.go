package server

import (
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"thera/internal/site/httpkit"
)

// writeProblem answers with a problem where no field is at fault.
func writeProblem(w http.ResponseWriter, status int, reason, detail string) {
	httpkit.NewProblem(status, reason, "%s", detail).Write(w)
}

// wrongField returns the problem that the value of a field, such as
// "position" or "moves[2]", won't do.
func wrongField(field string, value any, err error) error {
	return huma.Error422UnprocessableEntity("validation failed", &huma.ErrorDetail{
		Message:  err.Error(),
		Location: "body." + field,
		Value:    value,
	})
}

// finishProblem gives problems of the framework a reason, and leaves out wrong
// values that are long, so that no answer grows with the mistake.
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

// reasonsOf are the reasons of problems by their status.
var reasonsOf = map[int]string{
	http.StatusBadRequest:           "malformed",
	http.StatusUnprocessableEntity:  "invalid",
	http.StatusUnsupportedMediaType: "media-type",
	http.StatusServiceUnavailable:   "busy",
	http.StatusInternalServerError:  "inside",
}

// describeProblems adds to the document what problems have beside the fields of
// the framework's own.
func describeProblems(document *huma.OpenAPI) {
	schema := document.Components.Schemas.Map()["ErrorModel"]
	schema.Properties["reason"] = &huma.Schema{Type: huma.TypeString, Description: "Why, in a word that does not change."}
	schema.Properties["view"] = &huma.Schema{Type: huma.TypeObject, Description: "How the game is, where an order was refused."}
}
