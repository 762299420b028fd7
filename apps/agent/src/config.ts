import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where the agent keeps its key, its printers and its ledger. The only place that reads the environment. */
export type AgentConfig = { home: string };

/** `YUNBIAO_AGENT_HOME`, or `.yunbiao-agent` in the user's home. */
export const readConfig = (env: Record<string, string | undefined> = process.env): AgentConfig => ({
  home: env['YUNBIAO_AGENT_HOME'] || join(homedir(), '.yunbiao-agent'),
});
