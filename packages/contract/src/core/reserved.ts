import { ALIAS_LENGTH } from '../limits/input.ts';

/** First path segments that cannot be a software's alias. */
const RESERVED = new Set(
  'np api user users tools console builds assets uploads files static fonts article guide search healthz readyz metrics favicon.ico manifest.webmanifest robots.txt sitemap.xml .well-known download qa vip updateLog denied wechat-stand-in _payload.json'.split(
    ' ',
  ),
);

export const canBeAlias = (segment: string): boolean =>
  segment.length > 0 &&
  segment.length <= ALIAS_LENGTH &&
  !RESERVED.has(segment) &&
  !segment.startsWith('user') &&
  !/^MP_verify_.*\.txt$/.test(segment) &&
  /^[\p{L}\p{N}][\p{L}\p{N}_.-]*$/u.test(segment);
