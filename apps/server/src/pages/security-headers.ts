import type { Config } from '../config/config.ts';

/** Headers of every response. */
export const buildSecurityHeaders = (config: Pick<Config, 'publicUrl'>): [string, string][] => [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['X-Frame-Options', 'DENY'],
  ...(config.publicUrl.startsWith('https:')
    ? [['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as [string, string]]
    : []),
];
