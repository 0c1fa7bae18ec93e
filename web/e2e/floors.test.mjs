// Requirements for every page, in both themes: no axe violations, and nothing wider than a phone,
// upright or on its side.
import { axeInBoth } from './axe.mjs'
import { expect, test } from './people.mjs'
import { alone, makeWorld, together } from './scenes.mjs'

/** Opens a scene as if nothing had been open before, and looks at it. */
async function check(page, { name, open }, world) {
  await page.goto('about:blank')
  await open(page, world)
  await axeInBoth(page, name)
  for (const size of [
    { width: 360, height: 740 },
    { width: 740, height: 360 },
  ]) {
    await page.setViewportSize(size)
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width, name).toBeLessThanOrEqual(size.width)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
}

const half = Math.ceil(alone.length / 2)

for (const scenes of [alone.slice(0, half), alone.slice(half)]) {
  test(`from ${scenes[0].name} to ${scenes.at(-1).name}, without an account`, async ({
    person,
  }) => {
    test.slow()
    const page = await person('A', { guest: true, reducedMotion: 'reduce' })
    for (const scene of scenes) {
      await check(page, scene)
    }
  })
}

test('pages of somebody with an account', async ({ person }) => {
  test.slow()
  const [one, other] = [await person('A', { reducedMotion: 'reduce' }), await person('B')]
  const world = await makeWorld(one, other)
  for (const scene of together) {
    await check(one, scene, world)
  }
})
