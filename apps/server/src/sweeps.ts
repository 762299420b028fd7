import {
  type Context,
  lapseOrders,
  rewardPrinting,
  sweepContacts,
  sweepCounters,
  sweepDeletions,
  sweepDeliveries,
  sweepIpRefusals,
  sweepLabels,
  sweepRaw,
  sweepPairings,
  sweepPasskeys,
  sweepSecurityLog,
  sweepSessions,
  sweepUploads,
  sweepWechat,
} from '@yunbiao/services';

const EVERY_MS = 3_600_000;

/** What is over or of no use any more, and what to say when it could not be cleared away. */
const SWEEPS: readonly [
  failure: string,
  sweep: (ctx: Context, signal: AbortSignal) => Promise<void>,
][] = [
  ['sessions were not swept', async (ctx) => void (await sweepSessions({ ctx }))],
  ['pairings were not swept', async (ctx) => void (await sweepPairings({ ctx }))],
  ['the security log was not swept', async (ctx) => void (await sweepSecurityLog({ ctx }))],
  ['raw labels were not swept', async (ctx) => void (await sweepRaw({ ctx }))],
  ['refused addresses were not swept', async (ctx) => void (await sweepIpRefusals({ ctx }))],
  ['old webhook messages were not swept', async (ctx) => void (await sweepDeliveries({ ctx }))],
  ['counters were not swept', async (ctx) => void (await sweepCounters({ ctx }))],
  ['codes were not swept', async (ctx) => void (await sweepContacts({ ctx }))],
  ['sign-ins with WeChat were not swept', async (ctx) => void (await sweepWechat({ ctx }))],
  ['questions to passkeys were not swept', async (ctx) => void (await sweepPasskeys({ ctx }))],
  ['share codes were not rewarded', async (ctx) => void (await rewardPrinting({ ctx }))],
  ['lapsed orders were not closed', async (ctx) => void (await lapseOrders({ ctx }))],
  [
    'labels past their time were not removed',
    async (ctx, signal) => {
      const count = await sweepLabels({ ctx, signal });
      if (count > 0) ctx.log.info('labels past their time removed', { count });
    },
  ],
  [
    'accounts were not deleted',
    async (ctx, signal) => {
      const count = await sweepDeletions({ ctx, signal });
      if (count > 0) ctx.log.info('accounts deleted', { count });
    },
  ],
  [
    'unused pictures were not removed',
    async (ctx, signal) => {
      const { count, bytes } = await sweepUploads({ ctx, signal });
      if (count > 0) ctx.log.info('unused pictures removed', { count, bytes });
    },
  ],
];

/**
 * Clears away every hour. Returns how to stop: the step under way is finished, the rest is left to the next start, as
 * requests and agents are let go only after it.
 */
export const startSweeps = (ctx: Context, everyMs = EVERY_MS): (() => Promise<void>) => {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  const run = async (): Promise<void> => {
    for (const [failure, sweep] of SWEEPS) {
      if (stopping.signal.aborted) break;
      await sweep(ctx, stopping.signal).catch((error: unknown) => ctx.log.warn(failure, { error }));
    }
    running = null;
  };
  const timer = setInterval(() => {
    running ??= run();
  }, everyMs);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
};
