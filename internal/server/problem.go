package server

import (
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"
)

// writeProblem answers with a problem where no field is at fault.
func writeProblem(w http.ResponseWriter, status int, detail string) {
	w.Header().Set("Content-Type", "application/problem+json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	// An error means that nobody is there to read it.
	_ = json.NewEncoder(w).Encode(huma.NewError(status, detail))
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

// shortenProblem leaves out wrong values that are long, so that no answer grows
// with the mistake.
func shortenProblem(_ huma.Context, _ string, answer any) (any, error) {
	const enough = 200
	if problem, ok := answer.(*huma.ErrorModel); ok {
		for _, e := range problem.Errors {
			if text, err := json.Marshal(e.Value); err != nil || len(text) > enough {
				e.Value = nil
			}
		}
	}
	return answer, nil
}
