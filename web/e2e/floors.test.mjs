// Requirements for every page, in both themes: no axe violations, and nothing wider than a phone,
// upright or on its side, or than a window that is enlarged fourfold, in each language.
import { axeInBoth } from './axe.mjs'
import { expect, test } from './people.mjs'
import { alone, makeWorld, together } from './scenes.mjs'

/** What is wider than the page or its dialog, and controls that stick out of them. */
const outside = (page) =>
  page.evaluate(() => {
    const boxes = [document.documentElement, document.querySelector('dialog[open]')]
    return boxes.filter(Boolean).flatMap((box) => {
      const { right } = box.getBoundingClientRect()
      const end = right - parseFloat(getComputedStyle(box).paddingRight)
      const { scrollWidth, clientWidth } = box
      return [
        ...(scrollWidth > clientWidth ? [`${scrollWidth} of ${clientWidth} px`] : []),
        // Of the engine's lines, what doesn't fit is cut off.
        ...[...box.querySelectorAll('button:not(.lines *), .button, label, .field, .panel')]
          .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > end + 1)
          .map((one) => one.textContent.trim()),
      ]
    })
  })

/** Shows the page in another language. */
const speak = (page, language) =>
  page.evaluate((language) => {
    localStorage.setItem('thera.settings', JSON.stringify({ language }))
    dispatchEvent(new StorageEvent('storage', { key: 'thera.settings' }))
    return new Promise((done) => {
      const ready = () =>
        document.documentElement.lang.startsWith(language) ? done() : requestAnimationFrame(ready)
      ready()
    })
  }, language)

/** Opens a scene as if nothing had been open before, and looks at it. */
async function check(page, { name, open, isFramed }, world) {
  await page.goto('about:blank')
  await open(page, world)
  await axeInBoth(page, name)
  for (const size of [
    { width: 360, height: 740 },
    { width: 740, height: 360 },
    { width: 320, height: 256 },
  ]) {
    await page.setViewportSize(size)
    expect(await outside(page), name).toEqual([])
  }
  // An embedded board keeps to the language that it was opened in.
  for (const language of isFramed ? [] : ['de', 'es', 'fr', 'nl', 'zh']) {
    await speak(page, language)
    expect(await outside(page), `${name} in ${language}`).toEqual([])
  }
  // The next scene is opened in English, which was looked at above.
  await page.evaluate(() => localStorage.removeItem('thera.settings'))
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** How many scenes a test looks at, so that none takes long. */
const atATime = Math.ceil(alone.length / 4)

for (let i = 0; i < alone.length; i += atATime) {
  const scenes = alone.slice(i, i + atATime)
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
