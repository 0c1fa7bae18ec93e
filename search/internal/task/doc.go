// Package task unpacks a request for a search: the position in packed form, the limits as
// a meter, the clock as a budget for this turn, and the noise that the seed asks for.
//
// Vocabulary: the root is the position asked about; the budget is the part of a
// player's clock meant for one turn; noise is a small change of every
// evaluation that makes two games of one engine differ.
package task
