// What the levels of each game are called, from 1. Made from the catalog by
//
//   go test ./internal/ui/browser/whole -run Opponents -update

export const opponents: Readonly<Record<string, readonly string[]>> = {
  amazons: ['Thoe', 'Areto', 'Iphito', 'Clete', 'Antiope', 'Myrina', 'Hippolyta', 'Penthesilea'],
  santorini: ['Anafi', 'Delos', 'Kea', 'Ios', 'Syros', 'Milos', 'Naxos', 'Thera'],
  hermit: ['Trivia', 'Nerita', 'Natica', 'Nassa', 'Turbo', 'Murex', 'Strombus', 'Triton'],
}
