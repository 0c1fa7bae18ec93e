package database

// Tables returns the names of the tables that are in a backup.
func Tables() (names []string) {
	for _, t := range tables {
		names = append(names, t.name)
	}
	return names
}
