package room

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"
)

// ErrPanic is wrapped by the errors that [Guard] makes of panics.
var ErrPanic = errors.New("panic")

// PanicRest is how long to leave alone what has panicked: it will most likely do so again,
// and each time its stack is logged.
const PanicRest = time.Minute

// Guard returns what do returns. A panic becomes an error that wraps [ErrPanic], because it is
// about one game or tournament, named by the attributes, and must not end the others. Its stack
// goes to the log; nil for none.
func Guard(log *slog.Logger, do func() error, attributes ...any) (err error) {
	defer func() {
		cause := recover()
		if cause == nil {
			return
		}
		if log != nil {
			log.Error("panic", append(attributes, "cause", cause, "stack", string(debug.Stack()))...)
		}
		err = fmt.Errorf("%w: %v", ErrPanic, cause)
	}()
	return do()
}
