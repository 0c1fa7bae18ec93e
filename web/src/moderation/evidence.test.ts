import { expect, it } from 'vitest'
import { number } from '../i18n'
import { measured } from './evidence'

it('shows shares exactly, and a dash where too little is known', () => {
  const unknown = { value: 0, peers: 0, above: 0 }
  const all = [{ value: 1, peers: 0.5, above: 2 }, { value: 0, peers: 0.25, above: -1 }, unknown]
  expect(measured('value', all)).toBe('100%, 0%, –')
  expect(measured('peers', all)).toBe('50%, 25%, –')
  expect(measured('value', [unknown], number)).toBe('–')
  expect(measured('value', [{ value: 0.8, peers: 1, above: 1 }], number)).toBe('0.8')
})
