import type { Config } from './config/config.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { claimPort } from './startup/claim-port.ts';

/** A site that is starting or running. */
export type StartState = {
  config: Config;
  log: Log;
  claimedPort: Awaited<ReturnType<typeof claimPort>>;
  metrics: Metrics;
  /** Close what was opened; called in reverse order. */
  closers: (() => Promise<void> | void)[];
  isStopping: boolean;
  /** Resolved when the site must stop without the rest of its drain. */
  drainEnd: PromiseWithResolvers<void>;
  /** Build of the site; '' until it is loaded. */
  build: string;
  /** Stops leasing at once. */
  halt: () => void;
};
