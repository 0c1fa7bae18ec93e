// Whether the tours are offered to someone who comes for the first time.

import * as v from 'valibot'
import { Stored } from '../store/stored.svelte'

const declined = new Stored('tours', v.fallback(v.boolean(), false), { shared: true })

export const areToursDeclined = () => declined.value

/** The tours are never offered again in this browser. */
export const declineTours = () => declined.change(() => true)
