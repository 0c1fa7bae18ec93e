// Package httpkit holds what all HTTP operations of the site have in common. Each is
// declared once, as an [Operation]: who may ask, whose object it is about, what it costs,
// how long its body may be. Whatever follows from that is derived here: who is refused,
// when a request's turn comes, the document of the API, the names in metrics and logs.
//
//	kit := httpkit.New(httpkit.Config[account.Who]{Identify: accounts.Identify, Limits: httpkit.DefaultLimits(), Log: log})
//	change := httpkit.Operation{Tag: "class", Callers: httpkit.Accounts, Scope: account.Admin, Object: httpkit.OfTeacher, Cost: httpkit.Write}
//	httpkit.JSON(kit, change.At("POST /api/v1/class/{id}/invitation", "reinvite", "Replace the invitation"),
//		func(ctx context.Context, who account.Who, in *Path) (Class, error) { return classes.Reinvite(ctx, who, in.ID) })
//	…
//	http.Serve(listener, kit)
//
// A declaration that lacks something panics when it is registered. [JSON] is for answers
// in JSON, [Do] for none, [Register] for those with headers, [Shared] for those that are
// the same for everybody, [Stream] and [Socket] for those that last, [Raw] and [Handle]
// for files. An answer that says nothing else is kept by no cache.
//
// # Admission
//
// A request passes these in turn, and is refused where its client has too much: the rate
// of its client; the client's share of all requests; its body, which has to keep a pace;
// a slot of the operation's [Cost], for which it may wait a little. Then the caller is
// identified and the handler called. Its answer is sent from memory after the slot has
// been given back, so a client that reads slowly holds up nobody. A client that has used
// up its own share gets 429; 503 is only for what all others have taken.
//
// # Problems
//
// An operation that can't do what it is asked answers with a [Problem] (RFC 9457),
// which carries a reason: a word that programs can rely on. Domain packages know no
// HTTP: they return a refusal, an error with a reason, and one table here says which
// status goes with which reason. Any other error is internal: it is logged, and the
// client only learns that something went wrong.
//
// # Clients
//
// A client is whatever requests are counted by: an address, an account, or [Local]. A
// [Limiter] holds each client to a [Rate]; [Places] bounds how many of something each
// client has at a time; a [Queue] decides who is next. The address that a request came
// from is in its context ([Client]). [Local] stands for programs on the same machine,
// which have no limits, so that somebody who tries the service out is not held up by what
// protects it.
//
// # TypeScript
//
// [TypeScriptWriter] writes Go types as TypeScript interfaces. Tests compare the page's
// files with its output, so both ends of a connection have the same types.
package httpkit
