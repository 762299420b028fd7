import { homedir } from 'node:os';
import { join } from 'node:path';

/** The only place that reads the environment. */
export type AgentConfig = {
  /** Where the agent keeps its key, its printers and its ledger. */
  home: string;
  /** Where the user's own settings of Linux's desktop and services are (XDG Base Directory Specification). */
  configHome: string;
};

/** `YUNBIAO_AGENT_HOME`, or `.yunbiao-agent` in the user's home. */
export const readConfig = (env: Record<string, string | undefined> = process.env): AgentConfig => ({
  home: env['YUNBIAO_AGENT_HOME'] || join(homedir(), '.yunbiao-agent'),
  configHome: env['XDG_CONFIG_HOME'] || join(homedir(), '.config'),
});

/** Where this machine's CUPS is, as its own programs are told; '' for the usual place. */
export const readCupsServer = (env: Record<string, string | undefined> = process.env): string =>
  env['CUPS_SERVER'] ?? '';

/** How this machine looks for printers. */
export type FinderConfig = {
  /** Whom it asks over the network: all of it, one responder, or nobody. */
  mdns: 'multicast' | { host: string; port: number } | null;
};

/**
 * `YUNBIAO_AGENT_MDNS`: `off` to ask nobody on the network, `192.168.9.1:5353` where multicast does not reach and one
 * responder knows; all who hear it when left out.
 */
export const readFinderConfig = (
  env: Record<string, string | undefined> = process.env,
): FinderConfig => {
  const mdns = env['YUNBIAO_AGENT_MDNS'] ?? '';
  const [, host, port] = /^([\d.]{7,15}):(\d{1,5})$/.exec(mdns) ?? [];
  if (host !== undefined) return { mdns: { host, port: Number(port) } };
  return { mdns: mdns === 'off' ? null : 'multicast' };
};

/**
 * For a client that waits most of the time: what glibc would keep for itself is given back to the system. Other systems
 * do not know these words.
 */
export const SPARING: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
};

/** What a client in the background is started with: all that this process was, and to be sparing. */
export const backgroundEnvironment = (
  env: Readonly<Record<string, string | undefined>> = process.env,
): Record<string, string | undefined> => ({ ...env, ...SPARING });
