export { recordSecurityEvent } from './event.ts';
export { SECURITY_KINDS } from './kinds.ts';
export { listSecurityEvents, type SecurityRow } from './list.ts';
export { recordRefusal } from './record-refusal.ts';
export { deleteExpiredSecurityEvents } from './delete-expired.ts';
