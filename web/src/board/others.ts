// All drawings of the other sets, as one file to load.

export { default as Archer } from './Archer.svelte'
export { default as Sign } from './Sign.svelte'
export { standingToken, tokenOf } from './tokens'
