// The lobby and the user's own games and challenges, from the server's notices.

import { Scope } from '../base/scope'
import type {
  Challenge,
  Disconnected,
  Drafting,
  Notice,
  Refused,
  Seek,
  Summary,
} from '../generated/live'
import type { Changed, YouChanged } from '../generated/tournament'
import { analysisNews } from '../server/analysis.svelte'
import { Link, type Dial } from '../server/link.svelte'
import { isOlder, pageVersion } from '../server/version.svelte'

/** A notice to show at once, on any page. */
export type News =
  | { what: 'started' | 'turn'; game: Summary }
  | { what: 'challenged'; challenge: Challenge }
  | { what: 'drafting'; draft: Drafting }
  | { what: 'draftGone' | 'challengeGone'; id: string; why: string }
  /** The user is no longer signed in, or banned. */
  | { what: 'disconnected'; reason: string }

/** What the server says of a tournament that is watched. */
export type ContestFrame = Changed | YouChanged | Refused

export class Lobby {
  seeks: readonly Seek[] = $state.raw([])
  /** The user's games in progress. */
  games: readonly Summary[] = $state.raw([])
  challenges: readonly Challenge[] = $state.raw([])
  /** The user's power drafts. */
  drafts: readonly Drafting[] = $state.raw([])
  /** The last draft that ended, and why. */
  drafted: { id: string; why: string } | undefined = $state.raw()
  /** The last notice by which the votes of a side that the user is on may have changed. */
  voted: Notice | undefined = $state.raw()
  online = $state(0)
  link: Link | undefined = $state.raw()
  #on: (news: News) => void
  #dial: Dial | undefined
  #listening = new Scope()
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
        this.#on({ what: 'challengeGone', id: id ?? '', why: notice.why ?? '' })
        break
      case 'draft':
        if (draft) {
          this.drafts = put(this.drafts, draft)
          this.#on({ what: 'drafting', draft })
        }
        break
      case 'draftGone':
        this.drafts = without(this.drafts, id)
        this.drafted = { id: id ?? '', why: notice.why ?? '' }
        this.#on({ what: 'draftGone', ...this.drafted })
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

  /** Takes a full update, which may come after missed notices. */
  #greet({ page, games = [], challenges = [], drafts = [], seeks = [], online = 0 }: Notice) {
    isOlder(page)
    this.games = games
    this.challenges = challenges
    this.drafts = drafts
    this.seeks = seeks
    this.online = online
    if (this.#watched) {
      this.link?.send({ do: 'watch', contest: this.#watched.id })
    }
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

const without = <T extends Item>(list: readonly T[], id: string | undefined) =>
  list.filter((item) => item.id !== id)
