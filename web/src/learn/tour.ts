// Whether the user never wants to be offered the tours again, in this browser.

import * as v from 'valibot'
import { Stored } from '../store/stored.svelte'

export const declinedTours = new Stored('tours', v.fallback(v.boolean(), false), { shared: true })
