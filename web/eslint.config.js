import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

export default ts.config(
  { ignores: ['dist', 'wasm', 'node_modules'] },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  {
    files: ['src/**/*.ts', 'src/**/*.svelte'],
    languageOptions: {
      parserOptions: {
        parser: ts.parser,
        extraFileExtensions: ['.svelte'],
        svelteConfig,
      },
    },
    rules: {
      'no-undef': 'off', // the type checker knows better
      'svelte/no-navigation-without-resolve': 'off', // SvelteKit's addresses, which are not these
    },
  },
  {
    files: ['scripts/**', 'e2e/**'],
    rules: { 'no-undef': 'off' },
  },
)
