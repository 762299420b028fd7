/** `art_type` of the site's terms and privacy statement, independent of their titles. */
export const LEGAL_TYPES = { terms: 'legal:terms', privacy: 'legal:privacy' } as const;
