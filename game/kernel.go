package game

// Code is a move packed into 32 bits by its rules package. Its String is the move's
// canonical text, which must not depend on the position.
type Code interface {
	~uint32
	String() string
}

// MovesOf returns the moves of codes as text.
func MovesOf[M Code](codes ...M) []Move {
	moves := make([]Move, len(codes))
	for i, c := range codes {
		moves[i] = Move(c.String())
	}
	return moves
}

// Kernel is what searches and solvers need of *P, where P is a position packed into a
// plain struct without pointers. A copy of the struct is an independent position. There
// is no unmake: copying into the next frame of a fixed stack costs the same.
//
// The interface has few methods that each do much, because a call through a type
// parameter is not inlined and costs more than a trivial body.
type Kernel[P any, M Code] interface {
	*P
	// Turn returns the seat to move.
	Turn() Seat
	// Seats returns the seats still in play, as [Position.Seats] does.
	Seats() Seats
	// Winners returns the seats that have won, none until the game is over.
	Winners() Seats
	// AppendMoves appends the legal moves in the order the rules state. It
	// does not allocate when the slice has room.
	AppendMoves([]M) []M
	// Play makes a legal move. An illegal move goes undetected and corrupts the position.
	Play(M)
	// Hash returns a 64-bit hash of all that String shows, kept up to date by Play.
	Hash() uint64
}

// Readable is a kernel that can be displayed.
type Readable[P any, M Code] interface {
	Kernel[P, M]
	// String returns the canonical text of the position.
	String() string
	// Board returns what stands where.
	Board() Board
}

// The optional abilities that searches and solvers ask for are methods of the kernel,
// below. Those that only [Position] needs are fields of [Rules].

// Counter is an optional ability of a kernel: to count legal moves without listing them.
type Counter interface {
	CountMoves() int
}

// PairCounter is an optional ability of a kernel: to count sequences of two moves without
// playing the first.
type PairCounter interface {
	CountPairs() uint64
}

// Judge is an optional ability of a kernel: to tell whether AppendMoves lists a move,
// faster than by listing all. The move may be any code that ParseMove returns.
type Judge[M Code] interface {
	Legal(M) bool
}

// Allied is an optional ability of a kernel with partners: to tell which seats win and
// lose together with a seat, including the seat itself.
type Allied interface {
	Allies(Seat) Seats
}

// Mix turns a number into 64 well-mixed bits, always the same for the same number (the
// finalizer of splitmix64, Steele, Lea and Flood 2014). Hash keys and seeds are made
// with it, so they are equal on every machine.
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// HashKeys returns a key for each square, for the pieces of one kind, for Zobrist
// hashes (1970). Kinds go up to 2⁵⁶.
func HashKeys(kind uint64) (keys [NumSquares]uint64) {
	for s := range keys {
		keys[s] = Mix(kind<<8 | uint64(s))
	}
	return keys
}
