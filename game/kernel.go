package game

// Code is a move packed into 32 bits by its rules package. Its String is the
// move's canonical text, which must not depend on the position.
type Code interface {
	~uint32
	String() string
}

// Texts returns the moves of codes as text.
func Texts[M Code](codes ...M) []Move {
	moves := make([]Move, len(codes))
	for i, c := range codes {
		moves[i] = Move(c.String())
	}
	return moves
}

// Kernel is what searches and solvers ask of *P, where P is a position packed
// into a plain struct without pointers. A copy of the struct is an independent
// position; there is no way to take a move back, since copying into the next
// frame of a fixed stack costs the same.
//
// The methods are few and fat on purpose: a call through a type parameter is
// not inlined, so one that does little costs more than it does.
type Kernel[P any, M Code] interface {
	*P
	// Turn returns the seat to move.
	Turn() Seat
	// Seats returns the seats still in play, as [Position.Seats] has them.
	Seats() Seats
	// Winners returns the seats that have won, nobody until the game is over.
	Winners() Seats
	// AppendMoves appends the legal moves in the order the rules state. It
	// does not allocate when the slice has room.
	AppendMoves([]M) []M
	// Play makes a legal move; any other is not checked and spoils the position.
	Play(M)
	// Hash returns a 64-bit fingerprint of all that String shows, kept up to
	// date by Play.
	Hash() uint64
}

// Readable is a kernel that can be shown.
type Readable[P any, M Code] interface {
	Kernel[P, M]
	// String returns the canonical text of the position.
	String() string
	// Board returns what stands where.
	Board() Board
}

// Counter is an optional ability of a kernel: to count the legal moves
// faster than by listing them.
type Counter interface {
	CountMoves() int
}

// PairCounter is an optional ability of a kernel: to count the sequences of two
// moves faster than by playing the first of each.
type PairCounter interface {
	CountPairs() uint64
}

// Imaged is an optional ability of a kernel whose rules are the same in all
// directions: a hash that a position shares with its images, which are the same but
// for how the board lies, and with kinds of pieces exchanged that the rules don't tell
// apart. It takes many times as long as Hash.
type Imaged interface {
	ImageHash() uint64
}

// Ender is an optional ability of a kernel whose games end in more than one
// way: to say how a game that is over has ended. Without it that is [Stuck].
type Ender interface {
	Ending() Ending
}

// Judge is an optional ability of a kernel: to tell whether a move is legal
// faster than by listing all. The move may be any code that ParseMove returns.
type Judge[M Code] interface {
	Legal(M) bool
}

// Allied is an optional ability of a kernel with partners: to tell which seats
// win and lose together with one, itself among them.
type Allied interface {
	Allies(Seat) Seats
}

// Varied is an optional ability of a kernel in which several codes can lead to
// the same position. They are one move: AppendMoves has the code with the
// canonical text, readers take any of them.
type Varied[M Code] interface {
	// AppendWays appends all codes of the legal moves, each once, those of
	// AppendMoves among them.
	AppendWays([]M) []M
}

// Explainer is an optional ability of a kernel: to say why a code that it does
// not allow is illegal. It may return nil if it has nothing to say.
type Explainer[M Code] interface {
	Explain(M) error
}

// Mix turns a number into 64 well-mixed bits, always the same for the same
// number (the finalizer of splitmix64, Steele, Lea and Flood 2014). Hash keys
// and seeds are made with it, so that they are equal on every machine.
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// HashKeys returns a key for each square of the things of one kind, for hashes
// after Zobrist (1970). Kinds go up to 2⁵⁶.
func HashKeys(kind uint64) (keys [NumSquares]uint64) {
	for s := range keys {
		keys[s] = Mix(kind<<8 | uint64(s))
	}
	return keys
}
