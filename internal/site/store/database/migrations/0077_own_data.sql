-- +goose Up

-- What an account can download of itself is found without reading whole tables.
CREATE INDEX contest_events_joined ON contest_events ((json(event) -> 'player' ->> 'id')) WHERE event LIKE '%"event":"joined"%';
CREATE INDEX ladder_pairings_first ON ladder_pairings (first);
CREATE INDEX ladder_pairings_second ON ladder_pairings (second);
CREATE INDEX audit_object ON audit (object, at);
