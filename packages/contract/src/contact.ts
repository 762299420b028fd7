/** What a member can be reached by, beside the site itself. */
export const CONTACT_KINDS = ['email', 'phone'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/**
 * Whether a site can send there. `demo`: what would be sent is written into the terminal of the server.
 */
export const CONTACT_WAYS = ['off', 'on', 'demo'] as const;
export type ContactWay = (typeof CONTACT_WAYS)[number];

/** What a code is good for; one of another purpose opens nothing. */
export const CODE_PURPOSES = ['bind', 'reset'] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];
