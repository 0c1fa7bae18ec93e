// Package limit bounds what each client can make the service do.
//
// A client is an address, an account, or whatever else requests are counted by:
// a text. A [Limiter] holds each of them to a [Rate], and [Places] lets each
// have only so many of something at a time. The address of whoever has sent a
// request comes with its context ([Client]).
//
//	l := limit.New(limit.Rate{PerSecond: 20, Burst: 60})
//	if wait := l.Wait(limit.Client(ctx), time.Now()); wait > 0 {
//		… // refuse; Retry-After says limit.RetryAfter(wait)
//	}
//
// [Local] is the client of programs on the same machine. It has no limits, so
// that one who tries the service out is not held up by what protects it.
package httpkit
