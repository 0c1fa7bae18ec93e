// Whether things may move on the page.

export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches
