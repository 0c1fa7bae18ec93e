// Ways to tap a square of a board.

/**
 * A point of a square's button at which the square is visible, since towers and workers may hide its
 * center. Undefined on boards seen from above, where the center will do.
 */
const seenAt = (page, square) =>
  page.locator(`[data-square="${square}"]`).evaluate((button) => {
    const box = button.getBoundingClientRect()
    const on = (x, y) =>
      document
        .elementsFromPoint(box.left + x, box.top + y)
        .map((e) => e.closest('svg [data-on]')?.dataset.on)
        .find(Boolean)
    const parts = [0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2, 0.9, 0.1]
    return parts
      .flatMap((y) => parts.map((x) => ({ x: x * box.width, y: y * box.height })))
      .find(({ x, y }) => on(x, y) === button.dataset.square)
  })

/** Does something at such a point; looks for another one when a tower has grown in front of it. */
async function whereSeen(page, square, act) {
  for (let tries = 0; ; tries++) {
    const position = await seenAt(page, square)
    try {
      // The board finds the square by what is seen there, whichever button lies on top.
      const how = { position, timeout: 20_000, force: position !== undefined }
      return await act(`[data-square="${square}"]`, how)
    } catch (reason) {
      if (tries === 3) {
        throw reason
      }
    }
  }
}

/** Ways to tap a square. */
export const byMouse = (page, square) => whereSeen(page, square, (...at) => page.click(...at))
export const byTouch = (page, square) => whereSeen(page, square, (...at) => page.tap(...at))

/**
 * Taps squares on a page or a part of it, each as soon as it can be chosen: earlier taps have no
 * effect.
 */
export async function choose(within, ...squares) {
  for (const square of squares) {
    const now = ['.grab', '.lay', '[aria-label$="available"]']
    await within.locator(now.map((how) => `[data-square="${square}"]${how}`).join()).click()
  }
}

/** Moves with the arrow keys from the square with the cursor to the wanted one. */
export async function byKeyboard(page, square) {
  const at = await page.$eval('.buttons [tabindex="0"]', (button) => {
    button.focus()
    return button.dataset.square
  })
  const [files, ranks] = [
    square.charCodeAt(0) - at.charCodeAt(0),
    Number(square.slice(1)) - Number(at.slice(1)),
  ]
  // For the far side the board is flipped, and so are its arrows.
  const turned = await page.$eval('.buttons button', (b) => !/^a\d/.test(b.dataset.square))
  const key = (n, more, less) => (n > 0 !== turned ? more : less)
  for (let i = 0; i < Math.abs(files); i++) {
    await page.keyboard.press(key(files, 'ArrowRight', 'ArrowLeft'))
  }
  for (let i = 0; i < Math.abs(ranks); i++) {
    await page.keyboard.press(key(ranks, 'ArrowUp', 'ArrowDown'))
  }
  await page.keyboard.press('Enter')
}
