export { getMaxCallsPerMinute } from './calls-per-minute.ts';
export {
  addApiKey,
  listApiKeys,
  findApiKey,
  type KeyHolder,
  renameApiKey,
  revokeApiKey,
  recordApiKeyUse,
} from './keys.ts';
export {
  addIpRule,
  deleteIpRule,
  listIpRules,
  isAddressAllowed,
  loadAddressFilter,
  recordRefusedAddress,
  requireAllowedAddress,
  deleteExpiredIpRefusals,
} from './ip-rules.ts';
export { listApiPrinters } from './printers.ts';
export { submitBatchForKey } from './submit.ts';
export { submitRawForKey } from './submit-raw.ts';
export { listApiTemplates } from './templates.ts';
