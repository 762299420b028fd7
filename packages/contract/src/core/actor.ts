/**
 * What an API key allows. `print`: submit and cancel batches. `read`: query. `raw`: submit content
 * that is printed unchanged.
 */
export const SCOPES = ['print', 'read', 'raw'] as const;
export type Scope = (typeof SCOPES)[number];

/** `test` keys print on virtual printers only. */
export const KEY_KINDS = ['live', 'test'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/**
 * The actor of a call, a verb, an audit entry or a security log entry. Every place that
 * distinguishes actors switches over this union, so a new kind does not compile until each of them
 * handles it.
 */
export type Actor =
  /** A caller without a session. */
  | { kind: 'visitor' }
  | { kind: 'member'; id: number }
  /** Another system of a member, authenticated by an API key. */
  | { kind: 'key'; id: number; memberId: number }
  /** A paired print client. */
  | { kind: 'agent'; clientId: number }
  /** Runs a command on the server. `user`: the operating system user. `why`: the reason given. */
  | { kind: 'operator'; user: string; why?: string }
  /** The site itself: scheduled jobs and follow-up actions. */
  | { kind: 'system' };
