// Package route describes operations of the API to huma, as all packages do that
// have some: bodies have been bounded and read before they come there.
//
//	op := route.New(http.MethodPost, "/class", "openClass", "Make a class", http.StatusForbidden)
//	huma.Register(api, route.Created(op), s.open)
//
// It knows nothing of who asks and what is answered: that is package gate's and
// package problem's.
package httpkit

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// NewOperation describes an operation by its method, its path below /api/v1, its name and
// one line about it, with the statuses of the problems that it answers with.
func NewOperation(method, path, id, summary string, problems ...int) huma.Operation {
	return huma.Operation{
		OperationID:     id,
		Method:          method,
		Path:            "/api/v1" + path,
		Summary:         summary,
		Errors:          slices.Clone(problems),
		MaxBodyBytes:    -1,
		BodyReadTimeout: -1,
	}
}

// Found describes an operation about something that may not be there.
func Found(method, path, id, summary string) huma.Operation {
	return NewOperation(method, path, id, summary, http.StatusNotFound, http.StatusTooManyRequests, http.StatusServiceUnavailable)
}

// Changing describes an operation that changes something, which not everybody may,
// and not always.
func Changing(op huma.Operation) huma.Operation {
	op.Errors = append(op.Errors, http.StatusUnauthorized, http.StatusForbidden, http.StatusConflict, http.StatusUnprocessableEntity)
	return op
}

// Created describes an operation that makes something.
func Created(op huma.Operation) huma.Operation {
	op.DefaultStatus = http.StatusCreated
	return op
}

// File is an answer that browsers save.
type File struct {
	ContentType        string `header:"Content-Type"`
	ContentDisposition string `header:"Content-Disposition"`
	CacheControl       string `header:"Cache-Control"`
	Body               []byte
}

// NewFile returns a file of a type and a name.
func NewFile(contentType, name string, body []byte) *File {
	return &File{contentType, fmt.Sprintf("attachment; filename=%q", name), "no-store", body}
}
