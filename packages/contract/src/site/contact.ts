/** Contact channels of a member other than the site's notices. */
export const CONTACT_KINDS = ['email', 'phone'] as const;
export type ContactKind = (typeof CONTACT_KINDS)[number];

/**
 * Whether the site can send through a channel. `demo`: messages are written to the server's
 * terminal.
 */
export const CONTACT_WAYS = ['off', 'on', 'demo'] as const;
export type ContactWay = (typeof CONTACT_WAYS)[number];

/** Purpose a verification code is valid for. */
export const CODE_PURPOSES = ['bind', 'reset'] as const;
export type CodePurpose = (typeof CODE_PURPOSES)[number];
