/**
 * Who does something, as calls, verbs, the audit and the security log know them. Whoever is added here is asked about
 * by the compiler in every place that tells them apart.
 */
export type Actor =
  /** Nobody known. */
  | { kind: 'visitor' }
  | { kind: 'member'; id: number }
  /** A paired print client. */
  | { kind: 'agent'; clientId: number }
  /** Types a command on the server: a user of its system, and what for. */
  | { kind: 'operator'; user: string; why?: string }
  /** The site by itself: what is due, what follows. */
  | { kind: 'system' };
