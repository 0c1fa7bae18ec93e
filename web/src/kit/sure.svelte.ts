// A question before something that can't be undone. The page shows it: see Sure.svelte.

interface Question {
  text: string
  /** The button that agrees. */
  yes: string
  answer: (agrees: boolean) => void
}
let asked: Question | undefined = $state.raw()

/** The question to show. */
export const question = () => asked

/** Asks, and says whether the user agrees. A new question takes the place of the last one. */
export function sure(text: string, yes: string): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    asked = {
      text,
      yes,
      answer(agrees) {
        asked = undefined
        resolve(agrees)
      },
    }
  })
}
