export { logFeed, type LogFeed } from './log-feed.ts';
export { getOrigin, seoPlace, type SeoPlace } from './place.ts';
export { previewPicture } from './preview-picture.ts';
export { MAX_URLS, siteMap, type SiteMap, type SiteMapUrl } from './site-map.ts';
