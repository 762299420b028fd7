import { AUDIT_ACTIONS, SECURITY_KINDS } from '@yunbiao/services';

/** Action names in the audit log and the security log. Operators search for them and other programs collect them. */
export const collectActions = (): string[] => [
  ...Object.keys(AUDIT_ACTIONS).map((name) => `audit ${name}`),
  ...Object.keys(SECURITY_KINDS).map((name) => `security ${name}`),
];
