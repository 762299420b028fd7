import {
  type Context,
  expireOrders,
  grantPrintingRewards,
  deleteExpiredContactRows,
  deleteExpiredCounters,
  deleteDueAccounts,
  deleteExpiredWebhookDeliveries,
  deleteExpiredIpRefusals,
  deleteExpiredNodeRows,
  deleteExpiredLabels,
  clearExpiredRawContent,
  deleteExpiredPairings,
  deleteExpiredChallenges,
  deleteExpiredSecurityEvents,
  deleteExpiredSessions,
  deleteUnusedUploads,
  deleteExpiredSignIns,
} from '@yunbiao/services';

const EVERY_MS = 3_600_000;

/** Cleanup steps, each with the log message for its failure. */
const MAINTENANCE_STEPS: readonly [
  failure: string,
  sweep: (ctx: Context, signal: AbortSignal) => Promise<void>,
][] = [
  ['sessions were not swept', async (ctx) => void (await deleteExpiredSessions({ ctx }))],
  ['pairings were not swept', async (ctx) => void (await deleteExpiredPairings({ ctx }))],
  [
    'the security log was not swept',
    async (ctx) => void (await deleteExpiredSecurityEvents({ ctx })),
  ],
  ['raw labels were not swept', async (ctx) => void (await clearExpiredRawContent({ ctx }))],
  [
    'refused addresses were not swept',
    async (ctx) => void (await deleteExpiredIpRefusals({ ctx })),
  ],
  [
    'old webhook messages were not swept',
    async (ctx) => void (await deleteExpiredWebhookDeliveries({ ctx })),
  ],
  ['counters were not swept', async (ctx) => void (await deleteExpiredCounters({ ctx }))],
  ['codes were not swept', async (ctx) => void (await deleteExpiredContactRows({ ctx }))],
  [
    'sign-ins with WeChat were not swept',
    async (ctx) => void (await deleteExpiredSignIns({ ctx })),
  ],
  [
    'questions to passkeys were not swept',
    async (ctx) => void (await deleteExpiredChallenges({ ctx })),
  ],
  ['rows of ended servers were not swept', (ctx) => deleteExpiredNodeRows({ ctx })],
  ['share codes were not rewarded', async (ctx) => void (await grantPrintingRewards({ ctx }))],
  ['lapsed orders were not closed', async (ctx) => void (await expireOrders({ ctx }))],
  [
    'labels past their time were not removed',
    async (ctx, signal) => {
      const count = await deleteExpiredLabels({ ctx, signal });
      if (count > 0) ctx.log.info('labels past their time removed', { count });
    },
  ],
  [
    'accounts were not deleted',
    async (ctx, signal) => {
      const count = await deleteDueAccounts({ ctx, signal });
      if (count > 0) ctx.log.info('accounts deleted', { count });
    },
  ],
  [
    'unused pictures were not removed',
    async (ctx, signal) => {
      const { count, bytes } = await deleteUnusedUploads({ ctx, signal });
      if (count > 0) ctx.log.info('unused pictures removed', { count, bytes });
    },
  ],
];

/**
 * Runs the cleanup every hour, if this server leads. Returns a stop function that waits for the current step only; the
 * other steps run after the next start, because requests and agents are released after this stop.
 */
export const startScheduledMaintenance = (
  ctx: Context,
  { isLeader, everyMs = EVERY_MS }: { isLeader: () => boolean; everyMs?: number },
): (() => Promise<void>) => {
  const stopping = new AbortController();
  let running: Promise<void> | null = null;
  const runMaintenance = async (): Promise<void> => {
    for (const [failure, runStep] of MAINTENANCE_STEPS) {
      if (stopping.signal.aborted || !isLeader()) break;
      await runStep(ctx, stopping.signal).catch((error: unknown) =>
        ctx.log.warn(failure, { error }),
      );
    }
    running = null;
  };
  const timer = setInterval(() => {
    if (isLeader()) running ??= runMaintenance();
  }, everyMs);
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
};
