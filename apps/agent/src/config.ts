import { homedir } from 'node:os';
import { join } from 'node:path';

/** Configuration from environment variables. No other module reads the environment. */
export type AgentConfig = {
  /** Folder of the agent's key, printers and ledger. */
  home: string;
  /** Folder of the user's configuration on Linux (XDG Base Directory Specification). */
  configHome: string;
};

/**
 * Reads `YUNBIAO_AGENT_HOME` (default: `.yunbiao-agent` in the user's home) and `XDG_CONFIG_HOME`.
 */
export const readAgentConfig = (
  env: Record<string, string | undefined> = process.env,
): AgentConfig => ({
  home: env['YUNBIAO_AGENT_HOME'] || join(homedir(), '.yunbiao-agent'),
  configHome: env['XDG_CONFIG_HOME'] || join(homedir(), '.config'),
});

/**
 * Address of this machine's CUPS from `CUPS_SERVER`, as CUPS's own programs use it; '' for the
 * default.
 */
export const readCupsServer = (env: Record<string, string | undefined> = process.env): string =>
  env['CUPS_SERVER'] ?? '';

/** How this machine discovers printers. */
export type FinderConfig = {
  /** Target of mDNS queries: multicast, a single responder, or null for none. */
  mdns: 'multicast' | { host: string; port: number } | null;
};

/**
 * Reads `YUNBIAO_AGENT_MDNS`: `off` disables mDNS; `192.168.9.1:5353` queries a single responder
 * where multicast does not work; multicast when unset.
 */
export const readDiscoveryConfig = (
  env: Record<string, string | undefined> = process.env,
): FinderConfig => {
  const mdns = env['YUNBIAO_AGENT_MDNS'] ?? '';
  const [, host, port] = /^([\d.]{7,15}):(\d{1,5})$/.exec(mdns) ?? [];
  if (host !== undefined) return { mdns: { host, port: Number(port) } };
  return { mdns: mdns === 'off' ? null : 'multicast' };
};

/**
 * Makes glibc return free memory to the system, because the client is idle most of the time. Other
 * systems ignore these variables.
 */
export const MALLOC_ENVIRONMENT: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** Environment of a client in the background: this process's own plus {@link MALLOC_ENVIRONMENT}. */
export const buildBackgroundEnvironment = (
  env: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string | undefined> => ({ ...env, ...MALLOC_ENVIRONMENT });
