import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  createBusyError,
  type Context,
  type VirtualPrinters,
  listVirtualClientsWithWork,
  startVirtualPrinterForWork,
} from '@yunbiao/services';
import {
  closeVirtualHome,
  fetchVirtualRoll,
  listIdleHomes,
  openVirtualHome,
  removeVirtualHome,
} from './homes.ts';
import { handleHostDown, handleHostReport, reopenHomesWhenHostIsUp } from './host-events.ts';
import { createHostProcess } from './host-process.ts';
import { removeOrphanedHomes } from './orphaned-homes.ts';
import { getVirtualHomePath, RETRY_S, type VirtualState } from './virtual-state.ts';

/** A printer without views and labels for this time is closed, ms. */
const IDLE_MS = 30 * 60_000;
const CHECK_MS = 60_000;
/** Interval for removing homes of clients that are gone, ms. */
const ORPHAN_CHECK_MS = 24 * 60 * 60_000;

export type VirtualOptions = {
  ctx: Context;
  dataDir: string;
  /** Maximum number of open printers, at least 1. */
  max: number;
  /** Origin of the site on this machine. */
  server: string;
  idleMs?: number;
  /** Interval for closing idle printers, ms. */
  checkMs?: number;
};

export type RunningVirtual = VirtualPrinters & {
  /** Opens printers with labels left from the previous run and removes orphaned homes. */
  resume: () => void;
  /** PID of the host process. */
  getPid: () => number | undefined;
  stop: () => Promise<void>;
};

const createVirtualState = ({ ctx, dataDir, max, server }: VirtualOptions): VirtualState => {
  const state: VirtualState = {
    ctx,
    root: join(dataDir, 'virtual'),
    server,
    max,
    host: createHostProcess({
      log: ctx.log,
      onReport: (report) => handleHostReport(state, report),
      onDown: () => handleHostDown(state),
      onUp: () => reopenHomesWhenHostIsUp(state),
    }),
    homes: new Map(),
    pendingRolls: new Map(),
    opening: new Map(),
    closing: new Map(),
    requests: 0,
    lastReportAt: performance.now(),
    isStopping: false,
  };
  return state;
};

const logErrorWhenRejected = ({ ctx }: VirtualState, work: Promise<unknown>): void =>
  void work.catch((error: unknown) => ctx.log.error('virtual printers', { error: String(error) }));

/**
 * Starts the virtual printers that have waiting labels. When all slots are taken, the next check
 * tries again.
 */
const openHomesWithWaitingLabels = async ({ ctx, homes }: VirtualState): Promise<void> => {
  const failures: unknown[] = [];
  for (const clientId of await listVirtualClientsWithWork({ ctx }))
    if (!homes.has(clientId))
      await startVirtualPrinterForWork({ ctx, clientId }).catch((error: unknown) =>
        failures.push(error),
      );
  if (failures.length > 0) throw failures[0];
};

const resumeVirtualPrinters = async (state: VirtualState): Promise<void> => {
  await removeOrphanedHomes(state);
  await openHomesWithWaitingLabels(state);
};

const closeIdleHomes = async (state: VirtualState, idleMs: number): Promise<void> => {
  const since = state.ctx.now() - idleMs;
  if (![...state.homes.values()].some(({ usedAt }) => usedAt < since)) return;
  for (const [clientId, { usedAt }] of await listIdleHomes(state))
    if (usedAt < since) await closeVirtualHome(state, clientId);
};

/** Subscribes to events of virtual clients. Returns a function that unsubscribes. */
const subscribeToClientEvents = (state: VirtualState): (() => void) => {
  const { ctx, homes } = state;
  const unsubscribes = [
    ctx.bus.on('client-work', ({ clientId }, senderId) => {
      const home = homes.get(clientId);
      // Events of all clients of the site come from other servers. A client whose home is here has a
      // folder, or is opened by a call.
      const isPossiblyHere = senderId === null || existsSync(getVirtualHomePath(state, clientId));
      if (home) home.usedAt = ctx.now();
      else if (isPossiblyHere)
        logErrorWhenRejected(state, startVirtualPrinterForWork({ ctx, clientId }));
    }),
    ctx.bus.on('events-lost', () => logErrorWhenRejected(state, openHomesWithWaitingLabels(state))),
    ctx.bus.on('client-revoked', ({ clientId }) => {
      if (existsSync(getVirtualHomePath(state, clientId)))
        logErrorWhenRejected(state, removeVirtualHome(state, clientId));
    }),
  ];
  return () => {
    for (const off of unsubscribes) off();
  };
};

/** Stops the host process. Callers that wait for it get an error or an empty answer. */
const stopHost = async (state: VirtualState): Promise<void> => {
  for (const home of state.homes.values()) home.opened.reject(createBusyError(RETRY_S));
  for (const pendingRoll of state.pendingRolls.values()) pendingRoll.resolve(null);
  await state.host.stop();
  for (const closingWaiter of state.closing.values()) closingWaiter.resolve();
};

/**
 * Hosts virtual printers in a separate process, up to a maximum number. A home is opened when a
 * user views it or labels wait, and closed when it is idle.
 */
export const createVirtualPrinters = (options: VirtualOptions): RunningVirtual => {
  const { idleMs = IDLE_MS, checkMs = CHECK_MS } = options;
  const state = createVirtualState(options);
  const { host } = state;
  const closeIdleAndOpenWaiting = (): Promise<void> =>
    closeIdleHomes(state, idleMs).then(() => openHomesWithWaitingLabels(state));
  const checkTimer = setInterval(
    () => logErrorWhenRejected(state, closeIdleAndOpenWaiting()),
    checkMs,
  );
  const orphanTimer = setInterval(
    () => logErrorWhenRejected(state, removeOrphanedHomes(state)),
    ORPHAN_CHECK_MS,
  );
  const unsubscribe = subscribeToClientEvents(state);

  return {
    open: (client, newKey) => openVirtualHome(state, client, newKey),
    readRoll: (clientId, after) => fetchVirtualRoll(state, clientId, after),
    set: async (clientId, name, on) => {
      host.send({ type: 'switch', clientId, name, on });
      const { state: roll } = await fetchVirtualRoll(state, clientId, Number.MAX_SAFE_INTEGER);
      return roll;
    },
    resume: () => logErrorWhenRejected(state, resumeVirtualPrinters(state)),
    getPid: host.getPid,
    stop: async () => {
      state.isStopping = true;
      clearInterval(checkTimer);
      clearInterval(orphanTimer);
      unsubscribe();
      await stopHost(state);
    },
  };
};
