// Package spreadsheet writes tables that people open in a spreadsheet: reports of gradings,
// and tables of classes, ladders and tournaments, which share nothing else. It is separate so
// that one rule keeps what students and players type from being run there.
package spreadsheet

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"
)

// Write writes rows as comma-separated values. A byte order mark tells spreadsheets that the
// text is UTF-8. They would run a cell that begins like a formula, so all but numbers get an
// apostrophe before that.
func Write(w io.Writer, rows [][]string) error {
	if _, err := io.WriteString(w, "\ufeff"); err != nil {
		return err
	}
	safe := make([][]string, len(rows))
	for i, row := range rows {
		for _, cell := range row {
			safe[i] = append(safe[i], safeCell(cell))
		}
	}
	return csv.NewWriter(w).WriteAll(safe)
}

func safeCell(text string) string {
	_, err := strconv.ParseFloat(text, 64)
	isNumber := err == nil && !strings.ContainsAny(text, "infxINFX") // nor +Inf or hexadecimal
	if isNumber || text == "" || !strings.Contains("=+-@\t\r", text[:1]) {
		return text
	}
	return "'" + text
}
