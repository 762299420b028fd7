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
