package httpkit

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"
)

// alreadyRead turns off the framework's own limits on a request's body: the server has
// read the body within its limits before an operation is called.
const alreadyRead = -1

// NewOperation describes an operation by its method, its path below /api/v1, its ID, one
// line about it, and the statuses of the problems that it answers with.
func NewOperation(method, path, id, summary string, problems ...int) huma.Operation {
	return huma.Operation{
		OperationID:     id,
		Method:          method,
		Path:            "/api/v1" + path,
		Summary:         summary,
		Errors:          slices.Clone(problems),
		MaxBodyBytes:    alreadyRead,
		BodyReadTimeout: alreadyRead,
	}
}

// Found describes an operation on something that may not exist.
func Found(method, path, id, summary string) huma.Operation {
	return NewOperation(method, path, id, summary, http.StatusNotFound, http.StatusTooManyRequests, http.StatusServiceUnavailable)
}

// Changing adds the problems of an operation that changes something: not everybody may
// do so, and not at all times.
func Changing(op huma.Operation) huma.Operation {
	op.Errors = append(op.Errors, http.StatusUnauthorized, http.StatusForbidden, http.StatusConflict, http.StatusUnprocessableEntity)
	return op
}

// Created gives an operation that makes something the status 201.
func Created(op huma.Operation) huma.Operation {
	op.DefaultStatus = http.StatusCreated
	return op
}

// File is an answer that browsers save as a file.
type File struct {
	ContentType        string `header:"Content-Type"`
	ContentDisposition string `header:"Content-Disposition"`
	CacheControl       string `header:"Cache-Control"`
	Body               []byte
}

// NewFile returns a file with a content type and a name.
func NewFile(contentType, name string, body []byte) *File {
	return &File{contentType, fmt.Sprintf("attachment; filename=%q", name), "no-store", body}
}

// NoStore is an answer that must not be cached: it depends on the client, or changes all
// the time.
type NoStore[Body any] struct {
	CacheControl string `header:"Cache-Control"`
	Body         Body
}

// Uncached returns an answer that must not be cached.
func Uncached[Body any](body Body) *NoStore[Body] { return &NoStore[Body]{"no-store", body} }
