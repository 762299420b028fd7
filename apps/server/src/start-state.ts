import type { Config } from './config/config.ts';
import type { Log } from './log.ts';
import type { claimPort } from './startup/claim-port.ts';

/** A site that is starting or running. */
export type StartState = {
  config: Config;
  log: Log;
  claimedPort: Awaited<ReturnType<typeof claimPort>>;
  /** Close what was opened; called in reverse order. */
  closers: (() => Promise<void> | void)[];
  isStopping: boolean;
  /** Stops leasing at once. */
  halt: () => void;
};
