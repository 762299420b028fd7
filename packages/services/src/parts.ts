/**
 * Building blocks of the services, exported for the sample content only. The samples need backdated
 * rows, which no service writes. These functions keep counts, search index and pictures consistent.
 * The times that sample texts quote are exported too.
 */
export {
  checkPassword,
  hashPassword,
  generatePassword,
} from './identity/account/passwords/password.ts';
export { DEVICE_RETENTION_MS } from './identity/account/device.ts';
export { generateSecret, SESSION_MAX_AGE_MS, SESSION_IDLE_MS } from './identity/account/session.ts';
export { parseChanges } from './community/content/article-changes.ts';
export { createInvalidator } from './platform/cache/generation.ts';
export { addShippedTemplatesToSoftware } from './community/shipped-templates/add-shipped-templates.ts';
export { readShippedTemplate } from './community/shipped-templates/read-shipped-template.ts';
export { TEMPLATE_SETS } from './community/shipped-templates/template-sets.ts';
export { storePicturesAndRewriteLinks } from './community/content/article-pictures.ts';
export { seedDetailColors } from './identity/software/detail-colors.ts';
export { hashContent } from './community/forum/similar/duplicate.ts';
export { startFollowing } from './community/forum/follow.ts';
export { updateGroupCounts, computeHotRank } from './community/forum/update-post.ts';
export { grantVip } from './commerce/money/vip/grant-vip.ts';
export { RAW_RETENTION_DAYS } from './printing/printing/clear-expired-raw.ts';
export { MIN_RECORD_DAYS } from './printing/printing/delete-expired-labels.ts';
export { createDefaultConfig } from './printing/print-config/default-config.ts';
export { indexArticle, indexPost } from './platform/search/index-content.ts';
export { indexAllContent } from './platform/search/rebuild.ts';
export { SECURITY_LOG_MS } from './identity/security/delete-expired.ts';
export { LEGAL_TYPES } from './identity/software/legal.ts';
export type { Software } from './identity/software/present.ts';
export { UNUSED_PICTURE_MS } from './platform/upload/delete-unused-uploads.ts';
export { recordPictureUses } from './platform/upload/picture-uses.ts';
