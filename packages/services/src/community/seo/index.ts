export { buildUpdateLogFeed, type LogFeed } from './log-feed.ts';
export { getCanonicalUrl, getOrigin, findSeoHost, type SeoHost } from './host.ts';
export { parsePictureKind } from './picture-kinds.ts';
export { drawPreviewPicture } from './preview-picture.ts';
export { MAX_URLS, buildSiteMap, type SiteMap, type SiteMapUrl } from './site-map.ts';
export { APP_ICONS, type AppIcon, drawAppIcon } from './logo.ts';
