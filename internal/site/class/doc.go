// Package school is the HTTP side of package class: the routes by which a teacher
// makes a class and looks after it, and by which pupils join, come back and hand in
// programs.
//
//	school.New(school.Config{Classes: classes, Gate: gate, Log: log}).Register(api)
//
// Who may do what is package class's to say; here it becomes a status: 404 for a class
// that is not there for who asks, 403 for what is its teacher's. Games in a class are
// played like all others, by the routes of package live, and its contests have routes
// of their own.
package class
