/** `art_type` of the site's agreement and of its privacy statement, whatever their titles. */
export const LEGAL_TYPES = { terms: 'legal:terms', privacy: 'legal:privacy' } as const;
