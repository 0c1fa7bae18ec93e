// Package account says who somebody is and what he may do.
//
// A Who is the answer for one request: a guest, a person or a bot, by a
// session of a browser or by the token of a program, with the scopes that it
// may use.
package account
