export { securityEvent } from './event.ts';
export { KINDS as SECURITY_KINDS } from './kinds.ts';
export { securityLog, type SecurityRow } from './list.ts';
export { noteRefusal } from './refusal.ts';
export { sweepSecurityLog } from './sweep.ts';
