// What is done with messages whose keys come from elsewhere.

/** What words say for a key that they need not have. */
export const named = <T = string>(
  words: Readonly<Record<string, T>>,
  key: string,
): T | undefined => (Object.hasOwn(words, key) ? words[key] : undefined)

/** A message that needs not have parameters. */
export const say = <P>(message: string | ((of: P) => string), of: P): string =>
  typeof message === 'string' ? message : message(of)
