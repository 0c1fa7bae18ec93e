// A whole game as played by someone who sees nothing and has no mouse: by roles and names, keys, and
// announcements.
import { expect, test } from './browser.mjs'

/** Presses Tab until something has the focus. */
async function reach(page, target) {
  for (let i = 0; i < 150; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} is not reached with Tab`)
}

async function press(page, target, key = 'Enter') {
  await reach(page, target)
  await page.keyboard.press(key)
}

/** Moves over the grid to a square and chooses it. */
async function choose(page, grid, square) {
  const at = grid.locator(':focus')
  if ((await at.count()) === 0) {
    await reach(page, grid.locator('[tabindex="0"]'))
  }
  const place = (name) => [name.charCodeAt(0), Number(/\d+/.exec(name)[0])]
  for (let i = 0; i < 30; i++) {
    const [file, rank] = place(await at.getAttribute('aria-label'))
    const [toFile, toRank] = place(square)
    if (file === toFile && rank === toRank) {
      break
    }
    const across = file < toFile ? 'ArrowRight' : 'ArrowLeft'
    const along = rank < toRank ? 'ArrowUp' : 'ArrowDown'
    await page.keyboard.press(file === toFile ? along : across)
  }
  await page.keyboard.press('Enter')
}

test('a game is played by keys and by what is announced', async ({ page, address }) => {
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Play: Hermit' })).toBeEnabled()
  await press(page, page.getByRole('button', { name: 'Play: Hermit' }))
  const dialog = page.getByRole('dialog', { name: 'New game' })
  await press(page, dialog.getByRole('combobox', { name: 'Board' }), '4')
  await press(page, dialog.getByRole('slider', { name: 'Level' }), 'Home')
  await press(page, dialog.getByRole('button', { name: 'Play', exact: true }))

  const grid = page.getByRole('grid', { name: 'Board: Hermit' })
  await expect(grid.getByRole('gridcell')).toHaveCount(16)
  const status = page.getByRole('status').first()
  const said = page.getByText(/^(Move \d+|Hint)[,:] .+\.$/)
  for (let turn = 0; ; turn++) {
    await expect(status).toHaveText(/Your turn|win|lose/)
    if (/win|lose/.test(await status.innerText())) {
      break
    }
    expect(turn).toBeLessThan(10)
    // The reply has been announced, with its number.
    if (turn > 0) {
      await expect(said).toHaveText(new RegExp(`^Move ${2 * turn}, Player 2: .+ block at .+\\.$`))
    }
    await press(page, page.getByRole('button', { name: 'Hint' }))
    await expect(said).toHaveText(/^Hint: (red|yellow|blue) block at .+\.$/)
    const hint = await said.innerText()
    const [color] = /red|yellow|blue/.exec(hint)
    const squares = hint.match(/\b[a-d]\d\b/g)
    const size = squares.length === 2 ? 'lying on two squares' : 'upright on one square'
    const blocks = page.getByRole('group', { name: 'Blocks' })
    await press(page, blocks.getByRole('button', { name: `${color} block, ${size}` }))
    for (const square of squares) {
      await choose(page, grid, square)
    }
    await expect(said).toHaveText(/^Move/)
  }
  await expect(status).toHaveText(/^Player [12] .+: you (win|lose)\.|^You .+/)
})
