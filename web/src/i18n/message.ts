// Helpers for messages whose keys or parameters are not known in advance.

/** The entry for a key, if there is one. */
export const named = <T = string>(
  words: Readonly<Record<string, T>>,
  key: string,
): T | undefined => (Object.hasOwn(words, key) ? words[key] : undefined)

/** A message that may or may not take parameters. */
export const say = <P>(message: string | ((of: P) => string), of: P): string =>
  typeof message === 'string' ? message : message(of)
