// What every page keeps to, in both themes: nothing that axe finds, and nothing wider than a phone.
import { axe } from './axe.mjs'
import { expect, test } from './people.mjs'
import { alone, makeWorld, together } from './scenes.mjs'

/** What depends on the theme. */
const colors = ['color-contrast', 'link-in-text-block']

async function check(page, name) {
  await page.emulateMedia({ colorScheme: 'light' })
  await axe(page, `${name}, light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await axe(page, `${name}, dark`, colors)
  await page.setViewportSize({ width: 360, height: 740 })
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width, name).toBeLessThanOrEqual(360)
  await page.setViewportSize({ width: 1280, height: 800 })
}

const half = Math.ceil(alone.length / 2)

for (const scenes of [alone.slice(0, half), alone.slice(half)]) {
  test(`from ${scenes[0].name} to ${scenes.at(-1).name}, without an account`, async ({
    person,
  }) => {
    test.slow()
    const page = await person('A', { guest: true, reducedMotion: 'reduce' })
    for (const { name, open } of scenes) {
      await open(page)
      await check(page, name)
      await page.keyboard.press('Escape') // from a dialog
    }
  })
}

test('pages of somebody with an account', async ({ person }) => {
  test.slow()
  const [one, other] = [await person('A', { reducedMotion: 'reduce' }), await person('B')]
  const world = await makeWorld(one, other)
  for (const { name, open } of together) {
    await open(one, world)
    await check(one, name)
    await one.keyboard.press('Escape')
  }
})
