package engine

// Config is what a user can set in an engine.
type Config struct {
	HashMiB int // size of the transposition table
	Threads int // to search with
	Level   int // of strength, from 1, the weakest, up; the highest plays as well as it can
}
