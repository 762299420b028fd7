/** What a key may do: `print` submits and cancels, `read` asks, `raw` submits what is printed as it is. */
export const SCOPES = ['print', 'read', 'raw'] as const;
export type Scope = (typeof SCOPES)[number];

/** `test` keys print on virtual printers only. */
export const KEY_KINDS = ['live', 'test'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/**
 * Who does something, as calls, verbs, the audit and the security log know them. Whoever is added here is asked about
 * by the compiler in every place that tells them apart.
 */
export type Actor =
  /** Nobody known. */
  | { kind: 'visitor' }
  | { kind: 'member'; id: number }
  /** Another system of a member, with a key. */
  | { kind: 'key'; id: number; memberId: number }
  /** A paired print client. */
  | { kind: 'agent'; clientId: number }
  /** Types a command on the server: a user of its system, and what for. */
  | { kind: 'operator'; user: string; why?: string }
  /** The site by itself: what is due, what follows. */
  | { kind: 'system' };
