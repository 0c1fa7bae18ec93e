package httpkit

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"
)

// CSV is an answer with a table as comma-separated values, to be saved in a file with a name.
// Its first bytes tell spreadsheets that the text is UTF-8. They would run a cell that
// begins like a formula, so all but numbers get an apostrophe before that.
func CSV(name string, rows [][]string) *Attachment {
	text := bytes.NewBufferString("\ufeff")
	w := csv.NewWriter(text)
	for _, row := range rows {
		safe := make([]string, len(row))
		for i, cell := range row {
			safe[i] = safeCell(cell)
		}
		_ = w.Write(safe) // writing to a buffer cannot fail
	}
	w.Flush()
	return NewAttachment("text/csv; charset=utf-8", name+".csv", text.Bytes())
}

func safeCell(text string) string {
	if _, err := strconv.ParseFloat(text, 64); text == "" || !strings.Contains("=+-@\t\r", text[:1]) || text[0] == '-' && err == nil {
		return text
	}
	return "'" + text
}
