package engine

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxLine is the longest line that is read, in bytes. The longest in use
// list the legal moves of a position and have less than a tenth of it.
const maxLine = 1 << 20

// errLongLine is returned for a line that is longer than maxLine. What
// follows the line can still be read.
var errLongLine = errors.New("line too long")

// readLine returns the next line without its end. At the end of the input
// the error is io.EOF; a last line that is not ended comes with it.
func readLine(r *bufio.Reader) (string, error) {
	var line strings.Builder
	long := false
	for {
		part, err := r.ReadSlice('\n')
		if line.Len()+len(part) > maxLine {
			long = true
		}
		if !long {
			line.Write(part)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
		case err == nil && long:
			return "", fmt.Errorf("%w: want at most %d bytes", errLongLine, maxLine)
		case errors.Is(err, io.EOF), err == nil:
			return strings.TrimRight(line.String(), "\r\n"), err
		default:
			return "", err
		}
	}
}

// cutVerb returns the first word of a line and the words after it.
func cutVerb(line string) (verb string, args []string) {
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return "", nil
	}
	return fields[0], fields[1:]
}
