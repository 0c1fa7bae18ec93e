package httpkit

import (
	"context"
	"encoding/json"
	"reflect"
	"testing"
)

// A generated client learns from the document whether and how it has to say who it is.
func TestSecurity(t *testing.T) {
	kit := New(Config[person]{Cookie: "who", Tokens: []Scope{"play"}})
	want := map[string]any{}
	for id, test := range map[string]struct {
		op   Operation
		want any
	}{
		"free":    {Operation{Callers: Unidentified}, nil},
		"visited": {Operation{Callers: Anyone}, []any{map[string]any{}, map[string]any{"cookie": []any{}}, map[string]any{"token": []any{}}}},
		"played":  {Operation{Callers: Players, Scope: "play"}, []any{map[string]any{"cookie": []any{}}, map[string]any{"token": []any{"play"}}}},
		"browsed": {Operation{Callers: Accounts, Scope: "browser"}, []any{map[string]any{"cookie": []any{}}}},
		"signed":  {Operation{Callers: Signed}, []any{map[string]any{"cookie": []any{}}}},
	} {
		op := test.op.About(OfNobody).Costing(Light).At("GET /"+id, id, "Do something")
		Do(kit, op, func(context.Context, person, *struct{}) error { return nil })
		want["/"+id] = test.want
	}
	var document struct {
		Paths map[string]struct {
			Get struct{ Security any }
		}
		Components struct {
			SecuritySchemes map[string]struct{ Name string }
		}
	}
	text, err := kit.Document()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	got := map[string]any{}
	for path, item := range document.Paths {
		got[path] = item.Get.Security
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if schemes := document.Components.SecuritySchemes; len(schemes) != 2 || schemes["cookie"].Name != "who" {
		t.Errorf("schemes %v", schemes)
	}
}

// A request may have no field that the document doesn't name; an answer may get one.
func TestOpenAnswers(t *testing.T) {
	type both struct {
		Name string `json:"name"`
	}
	type asked struct {
		All []both `json:"all"`
	}
	type answered struct {
		One both `json:"one"`
	}
	type input struct{ Body asked }
	kit := New(Config[visitor]{})
	op := Operation{Callers: Unidentified, Object: OfNobody, Cost: Light, Body: SmallBody}
	JSON(kit, op.At("POST /name", "name", "Name something"), func(context.Context, visitor, *input) (answered, error) { return answered{}, nil })
	text, err := kit.Document()
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Components struct {
			Schemas map[string]struct{ AdditionalProperties any }
		}
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]any{"Asked": false, "Both": false, "Answered": nil} {
		if got := document.Components.Schemas[name].AdditionalProperties; got != want {
			t.Errorf("%s: additional properties %v, want %v", name, got, want)
		}
	}
}

type minutes int

func (minutes) Unit() string { return "min" }

// A number whose type has a unit is documented with it.
func TestUnits(t *testing.T) {
	type meal struct {
		Bare  minutes   `json:"bare"`
		Lasts []minutes `json:"lasts,omitempty" doc:"How long each course lasts"`
		Until minutes   `json:"until" doc:"In 5 min"`
		Size  int       `json:"size" doc:"How many"`
	}
	kit := New(Config[visitor]{})
	op := Operation{Callers: Unidentified, Object: OfNobody, Cost: Light}
	JSON(kit, op.At("GET /meal", "meal", "Have a meal"), func(context.Context, visitor, *struct{}) (meal, error) { return meal{}, nil })
	text, err := kit.Document()
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Components struct {
			Schemas map[string]struct {
				Properties map[string]struct{ Description string }
			}
		}
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	got := document.Components.Schemas["Meal"].Properties
	for name, want := range map[string]string{"bare": "In min", "lasts": "How long each course lasts (in min)", "until": "In 5 min", "size": "How many"} {
		if got[name].Description != want {
			t.Errorf("%s: %q, want %q", name, got[name].Description, want)
		}
	}
}

// The document has the types of all lines of a stream and of all messages of a socket.
func TestFrames(t *testing.T) {
	type opened struct {
		Event string `json:"event" enum:"opened"`
	}
	type closed struct {
		Event string `json:"event" enum:"closed"`
	}
	kit := New(Config[visitor]{})
	op := Operation{Callers: Unidentified, Object: OfNobody, Cost: Light}
	lines := op.Answering(Answer{ContentType: "application/x-ndjson", Line: OneOf{opened{}, closed{}}})
	Stream(kit, lines.At("GET /stream", "stream", "Follow"), func(context.Context, visitor, *struct{}) (Direct, error) { return nil, nil })
	Socket(kit, op.Answering(Answer{Line: opened{}}).At("GET /socket", "socket", "Follow"), func(context.Context, visitor, *struct{}) (Connect, error) { return nil, nil })
	text, err := kit.Document()
	if err != nil {
		t.Fatal(err)
	}
	type schema struct {
		Ref   string `json:"$ref"`
		OneOf []schema
	}
	var document struct {
		Paths map[string]struct {
			Get struct {
				Responses map[string]struct {
					Content map[string]struct{ Schema schema }
				}
			}
		}
	}
	if err := json.Unmarshal(text, &document); err != nil {
		t.Fatal(err)
	}
	ref := func(name string) schema { return schema{Ref: "#/components/schemas/" + name} }
	for _, test := range []struct {
		path, status, kind string
		want               schema
	}{
		{"/stream", "200", "application/x-ndjson", schema{OneOf: []schema{ref("Opened"), ref("Closed")}}},
		{"/socket", "101", "application/json", ref("Opened")},
	} {
		if got := document.Paths[test.path].Get.Responses[test.status].Content[test.kind].Schema; !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %+v, want %+v", test.path, got, test.want)
		}
	}
}
