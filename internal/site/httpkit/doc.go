// Package httpkit holds what all HTTP operations of the site have in common: how an
// operation is described, how an error becomes an answer, how often a client may ask,
// and how Go's types are written as the page's TypeScript.
//
//	op := httpkit.NewOperation(http.MethodPost, "/classes", "makeClass", "Make a class", http.StatusForbidden)
//	huma.Register(api, httpkit.Created(op), func(ctx context.Context, in *input) (*output, error) {
//		if wait := limiter.Wait(httpkit.Client(ctx), time.Now()); wait > 0 {
//			return nil, httpkit.TooMany(wait, "too many classes from this address")
//		}
//		class, err := classes.Make(ctx, in.Name)
//		return &output{class}, httpkit.Internal(log, "classes", err)
//	})
//
// # Problems
//
// An operation that can't do what it is asked answers with a [Problem] (RFC 9457),
// which carries a reason: a word that programs can rely on. Domain packages know no
// HTTP: they return a refusal, an error with a reason, and one table here says which
// status goes with which reason. Any other error is internal: it is logged, and the
// client only learns that something went wrong.
//
// # Clients and limits
//
// A client is whatever requests are counted by: an address, an account, or [Local]. A
// [Limiter] holds each client to a [Rate]; [Places] bounds how many of something each
// client has at a time. The address that a request came from is in its context
// ([Client]). [Local] stands for programs on the same machine, which have no limits, so
// that somebody who tries the service out is not held up by what protects it.
//
// # TypeScript
//
// [TypeScriptWriter] writes Go types as TypeScript interfaces. Tests compare the page's
// files with its output, so both ends of a connection have the same types.
package httpkit
