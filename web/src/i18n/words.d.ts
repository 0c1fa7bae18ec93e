// The texts that the page starts with in a language other than English: several topics in one file.

declare module 'words:*' {
  export { default as account } from './en/start/account.json'
  export { default as choosing } from './en/start/choosing.json'
  export { default as games } from './en/start/games.json'
  export { default as live } from './en/start/live.json'
  export { default as lobby } from './en/start/lobby.json'
  export { default as page } from './en/start/page.json'
  export { default as people } from './en/start/people.json'
  export { default as powers } from './en/start/powers.json'
  export { default as problems } from './en/start/problems.json'
  export { default as reviewed } from './en/start/reviewed.json'
}
