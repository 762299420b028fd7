import { AUDIT_ACTIONS, SECURITY_KINDS } from '@yunbiao/services';

/** Names of what the audit and the security log tell, which operators search for and other programs collect. */
export const collectActions = (): string[] => [
  ...Object.keys(AUDIT_ACTIONS).map((name) => `audit ${name}`),
  ...Object.keys(SECURITY_KINDS).map((name) => `security ${name}`),
];
