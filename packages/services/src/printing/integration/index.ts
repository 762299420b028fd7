export { getCallsPerMinute } from './calls-per-minute.ts';
export {
  addApiKey,
  apiKeyList,
  findApiKey,
  type KeyHolder,
  renameApiKey,
  revokeApiKey,
  touchApiKey,
} from './keys.ts';
export {
  addIpRule,
  deleteIpRule,
  ipRuleList,
  isAddressAllowed,
  recordRefusedAddress,
  requireAllowedAddress,
  deleteExpiredIpRefusals,
} from './ip-rules.ts';
export { apiPrinters } from './printers.ts';
export { submitForKey } from './submit.ts';
export { submitRawForKey } from './submit-raw.ts';
export { apiTemplates } from './templates.ts';
