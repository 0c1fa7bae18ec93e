// Package worker runs a service of the page in a Web Worker. It has something in it
// for browsers alone.
//
// The program puts a function theraHandle into the global object, which takes a
// message, and calls the global function theraPost with each of its own; both are
// text. The first message to be taken is possible when theraPost has been called with
// "{}". The function theraGive takes as bytes the file that the catalog wants to be given,
// and returns what is wrong with it, if anything. After a call of theraEnd nothing but
// these functions holds the program: who forgets them gives its memory back.
package browser
