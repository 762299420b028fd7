export { changeInfo } from './account/change-info.ts';
export { changePassword } from './account/change-password.ts';
export type { Entered } from './account/enter.ts';
export { isReservedName } from './account/reserved-name.ts';
export { login } from './account/login.ts';
export { logout } from './account/logout.ts';
export { presentUser } from './account/present.ts';
export { register } from './account/register.ts';
export { resetPassword } from './account/reset-password.ts';
export {
  authenticate,
  isSessionOpen,
  type Origin,
  sha256,
  type SignedIn,
} from './account/session.ts';
export { endOtherSessions, endSession, sessionList } from './account/sessions.ts';
export {
  MEMBERS_SHOWN,
  type StaffMember,
  staffMember,
  type StaffMemberDetail,
  staffMembers,
} from './account/staff-members.ts';
export { setPassword } from './account/set-password.ts';
export { bindShareCode, getUpUserInfo, shareStat } from './account/share-code.ts';
export { sweepSessions } from './account/sweep-sessions.ts';
export { actingAs, SYSTEM, VISITOR } from './actor.ts';
export * from './bus.ts';
export * from './cashier/index.ts';
export * from './channel/index.ts';
export {
  type Counter,
  limitByPause,
  limitWindow,
  openCounter,
  type Rule,
  sweepCounters,
} from './counter/index.ts';
export { articleDetail } from './content/article-detail.ts';
export { articleList } from './content/article-list.ts';
export { type ArticleName, articleNames } from './content/article-names.ts';
export { addArticle, removeArticle, setArticle } from './content/articles.ts';
export {
  type DictRow,
  enableDictRow,
  listDictRows,
  removeDictRow,
  setDictRow,
  sortDictRow,
} from './content/dict-admin.ts';
export { dictList } from './content/dict-list.ts';
export { hasDueArticles } from './content/due-articles.ts';
export { contentGeneration } from './cache/generation.ts';
export {
  getExcerpt,
  type Heading,
  renderMarkdown,
  renderMarkdownWithHeadings,
  renderPost,
} from './markdown/markdown.ts';
export {
  addPublicTemplate,
  publicTemplate,
  publicTemplates,
  removePublicTemplate,
  updatePublicTemplate,
} from './content/templates.ts';
export * from './contact/index.ts';
export * from './context.ts';
export {
  dataMadeAs,
  isDataCurrent,
  isDataNewer,
  markData,
  type MadeAs,
  probeWrite,
} from './data-mark.ts';
export * from './digest/index.ts';
export * from './errors.ts';
export { isBusy, isUnavailable } from '@yunbiao/db';
export { S3Error, type S3Settings } from './files/s3-request.ts';
export { createS3Store } from './files/s3-store.ts';
export * from './files/store.ts';
export { type StoredKeys, storedKeys } from './files/stored-keys.ts';
export { getNetwork } from './network.ts';
export * from './passkey/index.ts';
export * from './personal/index.ts';
export * from './presence.ts';
export { type DetailChange, type DetailUpdate, settleDetails } from './label-state/details.ts';
export { checkQuarters, type QuarterDifference } from './label-state/quarters-check.ts';
export { rebuildQuarters } from './label-state/quarters-rebuild.ts';
export { allSoftwares, hasSoftware } from './software/all.ts';
export { type ArchiveEntry, tarGz, zip } from './download/archive.ts';
export { common } from './software/common.ts';
export { createSoftware } from './software/create.ts';
export { curSoftware } from './software/cur-software.ts';
export {
  countDownload,
  downloadDetail,
  downloadList,
  offeredFile,
  type OfferedFile,
} from './download/downloads.ts';
export { labelFonts, rareCodes } from './software/label-fonts.ts';
export { type Entitlements, type Vip, findVip } from './software/entitlements.ts';
export {
  findSoftware,
  getSoftware,
  requireOnline,
  softwareHosts,
  type SoftwareName,
  type SoftwareRow,
} from './software/find.ts';
export { getVip } from './software/get-vip.ts';
export { addDownload, offerEverywhere, removeDownload, getStream } from './download/offer.ts';
export { siteIndex } from './home/site-index.ts';
export {
  refuseSuspended,
  suspendMember,
  getSuspension,
  unsuspendMember,
} from './software/suspension.ts';
export {
  JSON_FIELDS,
  SETTABLE_FIELDS,
  setSoftwareField,
  setSoftwareState,
} from './software/update.ts';
export * from './time.ts';
export { confirmPairing } from './pairing/confirm.ts';
export { pairInfo } from './pairing/info.ts';
export { pollPairing } from './pairing/poll.ts';
export { startPairing } from './pairing/start.ts';
export { sweepPairings } from './pairing/sweep.ts';
export * from './dispatch/index.ts';
export { authStat } from './client/auth-stat.ts';
export { clientList } from './client/list.ts';
export { presentClient } from './client/present.ts';
export { revokeClient } from './client/revoke.ts';
export { setClientValue } from './client/set-value.ts';
export { updateClient } from './client/update.ts';
export { newerForClient } from './program/wanted.ts';
export { type OnRow, XLSX_TYPE } from './excel/workbook.ts';
export { calibrate, calibrateUndo } from './calibration/calibrate.ts';
export { calibratePrint } from './calibration/calibrate-print.ts';
export { deletePrintConfig } from './print-config/delete.ts';
export { printConfigList } from './print-config/list.ts';
export { savePrintConfig } from './print-config/save.ts';
export * from './printer-group/index.ts';
export { cancelBatch } from './printing/batch-cancel.ts';
export { hideBatch } from './printing/batch-hide.ts';
export { batchInfo, batchList, batchProgress } from './printing/batch-list.ts';
export { changeDetailColor } from './printing/detail-color.ts';
export { detailList, detailStates } from './printing/detail-list.ts';
export { resolveDetail } from './printing/detail-resolve.ts';
export { expireDetails } from './printing/expire.ts';
export { incidentList } from './printing/incident-list.ts';
export { settleIncident } from './printing/incident-settle.ts';
export { exportBatches, exportDetails } from './printing/export.ts';
export type { Whose } from './printing/filters.ts';
export { printStat } from './printing/stat.ts';
export { sweepLabels } from './printing/sweep-labels.ts';
export { sweepRaw } from './printing/raw-sweep.ts';
export { printStatShares } from './printing/stat-shares.ts';
export { submitBatch } from './printing/submit.ts';
export { listSerialGaps } from './content/serial-gaps.ts';
export * from './forum/index.ts';
export * from './handbook/index.ts';
export { isWithin, networkText, readNetwork } from './address/networks.ts';
export { isPublicAddress } from './address/public.ts';
export * from './integration/index.ts';
export * from './webhook/index.ts';
export * from './library/index.ts';
export * from './money/index.ts';
export * from './notice/index.ts';
export * from './search/index.ts';
export { AUDIT_ACTIONS, type AuditAction, getAuditWords } from './audit/actions.ts';
export * from './security/index.ts';
export * from './seo/index.ts';
export * from './upload/index.ts';
export * from './found/index.ts';
export * from './virtual/index.ts';
export * from './wechat/index.ts';
