/**
 * The steps verbs are made of, for the sample content alone: it writes rows as old as a story needs, which no verb
 * does, and keeps counts, search and pictures true with the steps the verbs use; and the times its texts quote.
 */
export { checkPassword, hashPassword, randomPassword } from './account/password.ts';
export { DEVICE_MS } from './account/device.ts';
export { newSecret, SESSION_LIFE_MS, SESSION_MS } from './account/session.ts';
export { changesIn } from './content/article-changes.ts';
export { raises } from './cache/generation.ts';
export { keepPictures } from './content/article-pictures.ts';
export { addDetailColors } from './software/detail-colors.ts';
export { contentHash } from './forum/duplicate.ts';
export { startFollowing } from './forum/follow.ts';
export { countPost, rankHot as findHot } from './forum/update-post.ts';
export { grantVip } from './money/grant-vip.ts';
export { RAW_KEPT_DAYS } from './printing/raw-sweep.ts';
export { MIN_RECORD_DAYS } from './printing/sweep-labels.ts';
export { usualConfig } from './print-config/usual.ts';
export { indexArticle, indexPost } from './search/index-content.ts';
export { indexEverything } from './search/rebuild.ts';
export { SECURITY_LOG_MS } from './security/sweep.ts';
export { LEGAL_TYPES } from './software/legal.ts';
export type { Software } from './software/present.ts';
export { UNUSED_PICTURE_MS } from './upload/sweep-uploads.ts';
export { usePictures } from './upload/use.ts';
