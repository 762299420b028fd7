export { updateProfile } from './identity/account/change-info.ts';
export { changePassword } from './identity/account/passwords/change-password.ts';
export type { SignInResult } from './identity/account/complete-sign-in.ts';
export { isReservedName } from './identity/account/reserved-name.ts';
export { login } from './identity/account/login.ts';
export { logout } from './identity/account/logout.ts';
export { presentUser } from './identity/account/present-user.ts';
export { register } from './identity/account/register.ts';
export { resetPassword } from './identity/account/passwords/reset-password.ts';
export {
  authenticate,
  isSessionOpen,
  type Origin,
  computeSha256,
  type SignedIn,
} from './identity/account/session.ts';
export { endOtherSessions, endSession, listOwnSessions } from './identity/account/sessions.ts';
export {
  MEMBER_PAGE_SIZE,
  type StaffMember,
  getMemberForStaff,
  type StaffMemberDetail,
  listMembersForStaff,
} from './commerce/money/staff-members.ts';
export { setPassword } from './identity/account/passwords/set-password.ts';
export { bindShareCode, getInviter, getShareStatistics } from './identity/account/share-code.ts';
export { deleteExpiredSessions } from './identity/account/delete-expired-sessions.ts';
export { copyContextWithActor, SYSTEM, VISITOR } from './identity/actor.ts';
export * from './platform/bus.ts';
export * from './commerce/cashier/index.ts';
export * from './commerce/channel/index.ts';
export {
  type Counter,
  createPauseRule,
  createWindowRule,
  createRateLimitCounter,
  type RateLimitRule,
  deleteExpiredCounters,
} from './platform/counter/index.ts';
export { getArticleDetail } from './community/content/article-detail.ts';
export { listArticlePage } from './community/content/article-list.ts';
export { type ArticleName, listArticleNames } from './community/content/article-names.ts';
export { addArticle, removeArticle, replaceArticle } from './community/content/articles.ts';
export {
  type DictRow,
  setDictRowEnabled,
  listDictRows,
  removeDictRow,
  upsertDictRow,
  setDictRowPosition,
} from './community/content/dict-admin.ts';
export { listEnabledDictRows } from './community/content/dict-list.ts';
export { hasArticlePublishedBetween } from './community/content/due-articles.ts';
export { loadContentGenerations } from './platform/cache/generation.ts';
export {
  getExcerpt,
  type Heading,
  renderMarkdown,
  renderMarkdownWithHeadings,
  renderPost,
} from './platform/markdown/markdown.ts';
export {
  addPublicTemplate,
  exportPublicTemplate,
  listPublicTemplates,
  removePublicTemplate,
  updatePublicTemplate,
} from './community/content/templates.ts';
export * from './identity/contact/index.ts';
export * from './platform/context.ts';
export {
  readDataMode,
  isSchemaCurrent,
  isSchemaNewer,
  markDataMode,
  type DataMode,
  requireWritableDatabase,
} from './platform/data-mark.ts';
export * from './identity/digest/index.ts';
export * from './platform/errors.ts';
export {
  type DatabaseMonitor,
  isSqliteBusyError,
  isDatabaseUnavailableError,
  type PoolState,
} from '@yunbiao/db';
export { readDatabaseClock } from './platform/database-clock.ts';
export { isFileKey } from './platform/files/key.ts';
export {
  createObjectInspector,
  listBucketNames,
  type ObjectStat,
} from './platform/files/s3-inspect.ts';
export { S3Error, type S3Settings } from './platform/files/s3-request.ts';
export { createS3Store } from './platform/files/s3-store.ts';
export * from './platform/files/store.ts';
export { type StoredKeys, listExpectedFileKeys } from './platform/files/stored-keys.ts';
export * from './platform/site-builds/site-builds.ts';
export { getRateLimitNetwork } from './platform/network.ts';
export * from './identity/passkey/index.ts';
export * from './privacy/index.ts';
export { MAX_NOTIFICATION_BYTES, type NodeRow } from '@yunbiao/db';
export * from './platform/list-nodes.ts';
export * from './platform/node-calls.ts';
export * from './platform/node-messages.ts';
export * from './platform/presence.ts';
export {
  type DetailChange,
  type DetailUpdate,
  applyDetailChanges,
} from './printing/label-state/details.ts';
export { checkRollups, type RollupDifference } from './printing/label-state/rollups-check.ts';
export { rebuildRollups } from './printing/label-state/rollups-rebuild.ts';
export { listAllSoftwares, hasSoftware } from './identity/software/list-softwares.ts';
export { type ArchiveEntry, createTarGz, createZipArchive } from './commerce/download/archive.ts';
export { loadSiteFrame } from './identity/software/common.ts';
export { createSoftware } from './identity/software/create.ts';
export { addShippedTemplates } from './community/shipped-templates/add-shipped-templates.ts';
export { getCurrentSoftware } from './identity/software/cur-software.ts';
export {
  incrementDownloadCount,
  getDownloadDetail,
  listDownloadsByVersion,
  getOfferedFile,
  type DownloadContent,
} from './commerce/download/downloads.ts';
export { getLabelFonts, getRareSymbologyEncoders } from './identity/software/label-fonts.ts';
export { type Entitlements, type Vip, getMemberPlan } from './identity/software/entitlements.ts';
export {
  findSoftware,
  getSoftware,
  requireOnlineSoftware,
  mapCustomDomainsToAliases,
  type SoftwareName,
  type SoftwareRow,
} from './identity/software/find.ts';
export { getPlanAndUsage } from './identity/software/get-vip.ts';
export {
  addDownload,
  addDownloadToOnlineSoftwares,
  removeDownload,
  streamBytes,
} from './commerce/download/add-download.ts';
export { loadSiteIndex } from './community/home/site-index.ts';
export {
  refuseSuspendedMember,
  suspendMember,
  getSuspension,
  unsuspendMember,
} from './identity/software/suspension.ts';
export {
  JSON_FIELDS,
  SETTABLE_FIELDS,
  setSoftwareField,
  setSoftwareState,
} from './identity/software/update.ts';
export * from './platform/time.ts';
export { confirmPairing } from './printing/pairing/confirm.ts';
export { getPairingInfo } from './printing/pairing/info.ts';
export { pollPairing } from './printing/pairing/poll.ts';
export { startPairing } from './printing/pairing/start.ts';
export { deleteExpiredPairings } from './printing/pairing/delete-expired.ts';
export * from './printing/dispatch/index.ts';
export { getClientSummary } from './printing/client/auth-stat.ts';
export { listOwnClients } from './printing/client/list.ts';
export { presentClient } from './printing/client/present-client.ts';
export { revokeClient } from './printing/client/revoke.ts';
export { setClientField } from './printing/client/set-value.ts';
export { requestClientUpdate } from './printing/client/update.ts';
export { findNewerProgramForClient } from './commerce/program/client-update.ts';
export { type OnRow, XLSX_TYPE } from './platform/excel/workbook.ts';
export {
  listOwnReportsAndModelChoices,
  reportPrinterModel,
  withdrawPrinterReport,
} from './printing/printer-report/printer-report.ts';
export { applyCalibration, undoCalibration } from './printing/calibration/calibrate.ts';
export { printCalibrationLabel } from './printing/calibration/calibrate-print.ts';
export { deletePrintConfig } from './printing/print-config/delete.ts';
export { listPrintConfigs } from './printing/print-config/list.ts';
export { savePrintConfig } from './printing/print-config/save.ts';
export * from './printing/printer-group/index.ts';
export { cancelBatch } from './printing/printing/batch-cancel.ts';
export { hideBatch } from './printing/printing/batch-hide.ts';
export { getBatchInfo, listBatchPage, readBatchProgress } from './printing/printing/batch-list.ts';
export { cycleDetailColor } from './printing/printing/detail-color.ts';
export { listDetailPage, listDetailStates } from './printing/printing/detail-list.ts';
export { resolveDetail } from './printing/printing/incidents/detail-resolve.ts';
export { expireOverdueLabels } from './printing/printing/expire.ts';
export { listOpenIncidents } from './printing/printing/incidents/incident-list.ts';
export { resolveIncident } from './printing/printing/incidents/incident-settle.ts';
export { exportBatches } from './printing/printing/export.ts';
export { exportDetails } from './printing/printing/export-details.ts';
export type { Whose } from './printing/printing/filters.ts';
export { getPrintStatistics } from './printing/printing/statistics/stat.ts';
export { deleteExpiredLabels } from './printing/printing/delete-expired-labels.ts';
export { clearExpiredRawContent } from './printing/printing/clear-expired-raw.ts';
export { getPrintShares } from './printing/printing/statistics/stat-shares.ts';
export { formatRowName } from './printing/printing/submission/rows.ts';
export { submitBatch } from './printing/printing/submission/submit.ts';
export { listSerialGaps } from './community/content/serial-gaps.ts';
export * from './community/forum/index.ts';
export * from './community/guides/index.ts';
export * from './community/handbook/index.ts';
export * from './community/printer-models/index.ts';
export { isAddressInNetworks, formatNetwork, parseNetwork } from './platform/address/networks.ts';
export { isPublicAddress } from './platform/address/public.ts';
export * from './printing/integration/index.ts';
export * from './printing/webhook/index.ts';
export * from './printing/library/index.ts';
export * from './commerce/money/index.ts';
export * from './identity/notice/index.ts';
export * from './platform/search/index.ts';
export { searchContent } from './community/search-queries/search.ts';
export { listSearchPages } from './community/site-pages/find-pages.ts';
export { AUDIT_ACTIONS, type AuditAction, describeAuditAction } from './identity/audit/actions.ts';
export * from './identity/security/index.ts';
export * from './community/seo/index.ts';
export * from './platform/upload/index.ts';
export * from './printing/discovery/index.ts';
export * from './printing/virtual/index.ts';
export * from './identity/wechat/index.ts';
export { listPictures } from './printing/picture/list-pictures.ts';
export { uploadPicture } from './printing/picture/upload-picture.ts';
export { deletePictures, movePictures, renamePicture } from './printing/picture/change-pictures.ts';
export { findPictures } from './printing/picture/find-pictures.ts';
export { listTemplatesUsingPictures } from './printing/picture/picture-uses.ts';
export { saveKit } from './printing/kit/save-kit.ts';
export { deleteKit, renameKit } from './printing/kit/change-kits.ts';
export { getKit, listKits } from './printing/kit/read-kits.ts';
