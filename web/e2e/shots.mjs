// Takes screenshots of every page in four sizes and two themes, and collects them in an HTML page:
//
//   node e2e/shots.mjs [PART OF A NAME]
//
// They go to the folder web/shots, which git ignores.
import { chromium } from '@playwright/test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { launchOptions } from '../playwright.config.js'
import { enter } from './people.mjs'
import { alone, makeWorld, together } from './scenes.mjs'
import { Server } from './server.mjs'

const folder = new URL('../shots/', import.meta.url).pathname
const sizes = { phone: [360, 740], side: [740, 360], tablet: [820, 1180], desktop: [1440, 900] }
const themes = ['light', 'dark']
const wanted = ({ name }) => name.includes(process.argv[2] ?? '')

mkdirSync(folder, { recursive: true })
const server = new Server()
await server.start()
const browser = await chromium.launch(launchOptions)

const person = (name) => enter(browser, name, { baseURL: server.address, reducedMotion: 'reduce' })

const taken = []
async function shoot(page, { name, open }, world) {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, world)
  for (const [size, [width, height]] of Object.entries(sizes)) {
    await page.setViewportSize({ width, height })
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme })
      await page.waitForTimeout(150)
      const file = `${name.replaceAll(' ', '-')}-${size}-${colorScheme}.png`
      await page.screenshot({ path: folder + file })
      taken.push({ name, file, width })
    }
  }
  console.log(name)
}

try {
  for (const scene of alone.filter(wanted)) {
    const page = await person()
    await shoot(page, scene)
    await page.context().close()
  }
  if (together.some(wanted)) {
    const [one, other] = [await person('Mira'), await person('Jonas')]
    const world = await makeWorld(one, other)
    for (const scene of together.filter(wanted)) {
      await shoot(one, scene, world)
      await one.goto('about:blank')
    }
  }
} finally {
  await browser.close()
  await server.close()
}
const rows = [...new Set(taken.map(({ name }) => name))].map((name) => {
  const images = taken.filter((shot) => shot.name === name)
  return `<h2>${name}</h2>${images.map(({ file, width }) => `<img src="${file}" width="${width / 2.5}">`).join(' ')}`
})
writeFileSync(`${folder}index.html`, `<!doctype html><title>Every page</title>${rows.join('\n')}`)
console.log(`${folder}index.html`)
