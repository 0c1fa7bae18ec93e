// Package task unpacks a request for a search: the position in its packed
// form, the limits as a meter, the clock as a budget for this turn, and the
// noise that the seed asks for.
//
// Vocabulary: the root is the position that is asked about; the budget is the
// part of a player's clock that is meant for one turn; noise is a small change
// of every evaluation by which two games of one engine differ.
package task
