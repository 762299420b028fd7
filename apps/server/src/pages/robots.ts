import { getOrigin, type SeoHost } from '@yunbiao/services';

/** Search engines must not index private pages and the API. */
const DISALLOWED = ['/np/', '/users/', '/user/', '/*/user'];

export const formatRobotsTxt = (publicUrl: string, place: SeoHost): string =>
  [
    'User-agent: *',
    ...DISALLOWED.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${getOrigin(publicUrl, place.own)}/sitemap.xml`,
    '',
  ].join('\n');
