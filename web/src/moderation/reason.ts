// What the form for a reason hands to its buttons.

/** Does something for a reason, for a number of days or for good. */
export type Work = (reason: string, days: number | undefined) => Promise<unknown>

/** Does it with what was typed, and shows why it fails. */
export type Run = (work: Work) => void
