// Invitations to classes.

/** The code of an invitation, from its link or by itself. */
export const codeOf = (link: string) => link.match(/[a-z0-9]+(?=[^a-z0-9]*$)/)?.[0] ?? ''
