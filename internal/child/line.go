package child

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// MaxLine is the longest line that is read, in bytes. The longest lines in use
// list the legal moves of a position and are less than a tenth of it.
const MaxLine = 1 << 20

// ErrLongLine is returned for a line longer than MaxLine. The lines after it
// can still be read.
var ErrLongLine = errors.New("line too long")

// ReadLine returns the next line without its end. At the end of the input the
// error is io.EOF, possibly with a last line that has no end.
func ReadLine(r *bufio.Reader) (string, error) {
	var line strings.Builder
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if line.Len()+len(part) > MaxLine {
			long = true
		}
		if !long {
			line.Write(part)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err == nil && long:
			return "", fmt.Errorf("%w: want at most %d bytes", ErrLongLine, MaxLine)
		case errors.Is(err, io.EOF), err == nil:
			return strings.TrimRight(line.String(), "\r\n"), err
		default:
			return "", err
		}
	}
}
