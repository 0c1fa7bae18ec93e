// Package lobby brings players together: seeks that are open to anyone,
// challenges to one player or to whoever has the link, and rematches. What
// comes of them is a game.
//
// Terms are what is offered. A Notice tells who listens of what happens in the
// lobby and to him.
package lobby
