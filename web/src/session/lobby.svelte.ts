// The lobby and the user's own games and challenges, from the server's notices.

import { Scope } from '../base/scope'
import { seatOf } from '../engine/seats'
import type {
  Challenge,
  Disconnected,
  Drafting,
  Notice,
  Player,
  Refused,
  Seek,
  Summary,
} from '../generated/live'
import type { Changed, YouChanged } from '../generated/tournament'
import { analysisNews } from '../server/analysis.svelte'
import { Link, type Dial } from '../server/link.svelte'
import { isBanned, me } from '../server/me.svelte'
import { noteVersion, pageVersion } from '../server/version.svelte'

/** A notice to show at once, on any page. */
export type News =
  | { what: 'started' | 'turn'; game: Summary }
  | { what: 'challenged'; challenge: Challenge }
  | { what: 'drafting'; draft: Drafting }
  /** The user is no longer signed in, or banned. */
  | { what: 'disconnected'; reason: string }
  /** The user is not who the page takes them for: perhaps the session has ended. */
  | { what: 'changed' }

/** What the server says of a tournament that is watched. */
export type ContestFrame = Changed | YouChanged | Refused

export class Lobby {
  seeks: readonly Seek[] = $state.raw([])
  /** The user's games in progress. */
  games: readonly Summary[] = $state.raw([])
  challenges: readonly Challenge[] = $state.raw([])
  /** The user's power drafts. */
  drafts: readonly Drafting[] = $state.raw([])
  /** Why challenges and drafts of the user are gone, by their IDs; "" if that was not heard. */
  gone: ReadonlyMap<string, string> = $state.raw(new Map())
  /** The last notice by which the votes of a side that the user is on may have changed. */
  voted: Notice | undefined = $state.raw()
  online = $state(0)
  link: Link | undefined = $state.raw()
  #on: (news: News) => void
  #dial: Dial | undefined
  #listening = new Scope()
  /** The ID of the user whose lists these are, "" for a visitor; undefined before the first. */
  #listed: string | undefined
  /** Whether the server last took the user for somebody else than the page does. */
  #isChanged = false
  #watched: { id: string; hear: (frame: ContestFrame) => void } | undefined

  constructor(on: (news: News) => void, dial?: Dial) {
    this.#on = on
    this.#dial = dial
  }

  /** Listens as the current user. */
  listen() {
    this.#listening = this.#listening.next()
    this.link = new Link(
      this.#listening,
      () => `/api/v1/events/socket?lobby=true&page=${pageVersion()}`,
      (frame) => this.hear(frame as Notice | ContestFrame | Disconnected),
      this.#dial,
    )
  }

  close() {
    this.#listening.end()
    this.link = undefined
  }

  /** Passes on the changes of a tournament until the returned function is called. */
  watch(contest: string, hear: (frame: ContestFrame) => void): () => void {
    const watched = { id: contest, hear }
    this.#watched = watched
    this.link?.send({ do: 'watch', contest })
    return () => {
      if (this.#watched === watched) {
        this.#watched = undefined
        this.link?.send({ do: 'watch', contest: '' })
      }
    }
  }

  /** Handles a frame. */
  hear(frame: Notice | ContestFrame | Disconnected) {
    switch (frame.event) {
      case 'disconnected':
        this.#on({ what: 'disconnected', reason: frame.reason })
        break
      case 'contest':
      case 'contestYou':
      case 'refused':
        this.#watched?.hear(frame)
        break
      default:
        this.#notice(frame)
    }
  }

  #notice(notice: Notice) {
    const { event, seek, challenge, draft, game, id } = notice
    switch (event) {
      case 'votes':
        this.voted = notice
        break
      case 'analysis':
        analysisNews.last = notice
        break
      case 'hello':
        this.voted = notice
        this.#greet(notice)
        break
      case 'seek':
        this.seeks = seek ? put(this.seeks, seek) : this.seeks
        break
      case 'seekGone':
        this.seeks = without(this.seeks, id)
        break
      case 'challenge':
        if (challenge) {
          const isNew = !this.challenges.some((c) => c.id === challenge.id)
          this.challenges = put(this.challenges, challenge)
          if (isNew) {
            this.#on({ what: 'challenged', challenge })
          }
        }
        break
      case 'challengeGone':
        this.challenges = without(this.challenges, id)
        this.#end(notice)
        break
      case 'draft':
        if (draft) {
          this.drafts = put(this.drafts, draft)
          this.#on({ what: 'drafting', draft })
        }
        break
      case 'draftGone':
        this.drafts = without(this.drafts, id)
        this.#end(notice)
        break
      case 'online':
        this.online = notice.count ?? this.online
        break
      case 'gameEnd':
        this.games = without(this.games, game?.id)
        break
      default:
        if (game) {
          this.games = put(this.games, game)
          this.#on({ what: event === 'gameStart' ? 'started' : 'turn', game })
        }
    }
  }

  #end({ id = '', why }: Notice) {
    this.gone = new Map(this.gone).set(id, why ?? '')
  }

  /** Takes a full update, which may come after missed notices. */
  #greet(hello: Notice) {
    noteVersion(hello.page)
    const user = hello.player?.id ?? ''
    if (user === this.#listed) {
      this.#catchUp(hello)
    }
    this.#listed = user
    this.games = hello.games ?? []
    this.challenges = hello.challenges ?? []
    this.drafts = hello.drafts ?? []
    this.seeks = hello.seeks ?? []
    this.online = hello.online ?? 0
    this.#meet(hello.player)
    if (this.#watched) {
      this.link?.send({ do: 'watch', contest: this.#watched.id })
    }
  }

  /** Handles the notices that were missed since the user's lists were as they are now. */
  #catchUp({ player, games = [], challenges = [], drafts = [] }: Notice) {
    for (const { id } of missing(this.challenges, challenges)) {
      this.#notice({ event: 'challengeGone', id })
    }
    for (const { id } of missing(this.drafts, drafts)) {
      this.#notice({ event: 'draftGone', id })
    }
    for (const challenge of challenges) {
      this.#notice({ event: 'challenge', challenge }) // which tells of new ones only
    }
    for (const draft of drafts) {
      if (find(this.drafts, draft)?.draft.acts.length !== draft.draft.acts.length) {
        this.#notice({ event: 'draft', draft })
      }
    }
    for (const game of games) {
      const before = find(this.games, game)
      if (!before) {
        this.#notice({ event: 'gameStart', game })
      } else if (before.ply !== game.ply && game.players[seatOf(game.turn)]?.id === player?.id) {
        this.#notice({ event: 'gameTurn', game })
      }
    }
  }

  /** Tells if the server takes the user for somebody else; once, in case the page can't learn who they are. */
  #meet(player: Player | undefined) {
    const known = isBanned() ? undefined : me()
    const isChanged = player?.id !== known?.id || player?.class !== known?.class
    if (isChanged && !this.#isChanged) {
      this.#on({ what: 'changed' })
    }
    this.#isChanged = isChanged
  }
}

interface Item {
  id: string
}

/** The list with an item replacing its older version, or added at the end. */
function put<T extends Item>(list: readonly T[], item: T): T[] {
  const at = list.findIndex(({ id }) => id === item.id)
  return at < 0 ? [...list, item] : list.with(at, item)
}

const find = <T extends Item>(list: readonly T[], { id }: Item) =>
  list.find((item) => item.id === id)

/** The items of a list of which another has no version. */
const missing = <T extends Item>(list: readonly T[], other: readonly T[]) =>
  list.filter((item) => !find(other, item))

const without = <T extends Item>(list: readonly T[], id: string | undefined) =>
  list.filter((item) => item.id !== id)
