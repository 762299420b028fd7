import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { HostReport, RollPart, RollState } from '@yunbiao/contract/virtual-host';
import {
  busy,
  type Context,
  stillVirtual,
  type VirtualPrinters,
  virtualWithWork,
  wakeForWork,
} from '@yunbiao/services';
import { createHostProcess } from './host-process.ts';

/** One nobody has looked at or printed on for this long is closed, ms. */
const IDLE_MS = 30 * 60_000;
const LOOK_MS = 60_000;
/** How long a home may take to open, or to answer, ms: a machine under load takes seconds. */
const PATIENCE_MS = 20_000;
/** After a home could not be opened, because a process of before still has it. */
const RETRY_MS = 500;
const RETRY_S = 30;

type Home = {
  memberId: number;
  /** Null while it is not open. */
  state: RollState | null;
  usedAt: number;
  /** Since when it is to be open and is not, ms. */
  since: number;
  opened: Waiter<void>;
};

type Waiter<T> = { promise: Promise<T>; resolve: (value: T) => void; reject: (why: Error) => void };

const waiter = <T>(): Waiter<T> => {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  // Nobody may be waiting any more.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
};

export type VirtualOptions = {
  ctx: Context;
  dataDir: string;
  /** Open at once; more than 0. */
  max: number;
  /** The site's origin as this machine reaches it. */
  server: string;
  idleMs?: number;
  /** How often it looks for idle ones, ms. */
  lookMs?: number;
};

export type RunningVirtual = VirtualPrinters & {
  /** Wakes those with labels left from before, and removes the homes nobody needs. */
  resume: () => void;
  /** Of the process that holds them. */
  pid: () => number | undefined;
  stop: () => Promise<void>;
};

/** A key that is half there is none. */
const writeKey = async (home: string, key: string): Promise<void> => {
  await mkdir(home, { recursive: true, mode: 0o700 });
  await writeFile(join(home, 'key.new'), `${key}\n`, { mode: 0o600 });
  await rename(join(home, 'key.new'), join(home, 'key'));
};

/**
 * Runs virtual printers in a process of their own, as many as may be open at once: homes are opened when somebody looks or
 * labels wait, and closed when nobody does.
 */
export const createVirtualPrinters = (options: VirtualOptions): RunningVirtual => {
  const { ctx, max, idleMs = IDLE_MS, lookMs = LOOK_MS } = options;
  const root = join(options.dataDir, 'virtual');
  const getHome = (clientId: number): string => join(root, String(clientId));
  const homes = new Map<number, Home>();
  const asked = new Map<number, Waiter<RollPart | null>>();
  const opening = new Map<number, Promise<void>>();
  const closing = new Map<number, Waiter<void>>();
  let requests = 0;
  let isStopping = false;

  const logged = (work: Promise<unknown>): void =>
    void work.catch((error: unknown) =>
      ctx.log.error('virtual printers', { error: String(error) }),
    );

  const openAgain = (clientId: number): void =>
    host.send({ type: 'open', clientId, home: getHome(clientId), server: options.server });

  const onState = (clientId: number, state: RollState): void => {
    const home = homes.get(clientId);
    if (!home) return;
    if (state.newest !== home.state?.newest || state.printing) home.usedAt = ctx.now();
    home.state = state;
    home.opened.resolve();
    ctx.bus.emit('print', {
      memberId: home.memberId,
      event: { type: 'roll', clientId: String(clientId), state },
    });
  };
  const onClosed = (clientId: number, why: string): void => {
    closing.get(clientId)?.resolve();
    const home = homes.get(clientId);
    if (!home || why === '') return;
    ctx.log.warn('a virtual printer closed', { clientId, why });
    // A host of before may still be letting go of it: whoever waits waits on, while that may be.
    const mayOpen = home.state === null && performance.now() - home.since < PATIENCE_MS;
    if (mayOpen && !isStopping) setTimeout(() => retry(clientId, home), RETRY_MS);
    else give(clientId, home);
  };
  /** It cannot be opened now; the next look tries again. */
  const give = (clientId: number, home: Home): void => {
    homes.delete(clientId);
    home.opened.reject(busy(RETRY_S));
  };
  const retry = (clientId: number, home: Home): void => {
    if (homes.get(clientId) === home && !isStopping) openAgain(clientId);
  };
  let heardAt = performance.now();
  const onReport = (report: HostReport): void => {
    heardAt = performance.now();
    if (report.type === 'state') return onState(report.clientId, report.state);
    if (report.type === 'closed') return onClosed(report.clientId, report.why);
    asked.get(report.request)?.resolve(report.part);
  };
  const host = createHostProcess({
    log: ctx.log,
    onReport,
    onDown: () => {
      for (const home of homes.values()) {
        if (home.state) home.opened = waiter();
        home.state = null;
        home.since = performance.now();
      }
      for (const one of asked.values()) one.resolve(null);
      for (const one of closing.values()) one.resolve();
    },
    onUp: () => {
      for (const clientId of homes.keys()) openAgain(clientId);
    },
  });

  const inTime = async <T>(promise: Promise<T>): Promise<T> => {
    const late = waiter<never>();
    const timer = setTimeout(() => {
      // It lives and says nothing to anybody.
      if (performance.now() - heardAt >= PATIENCE_MS) host.restart();
      late.reject(busy(RETRY_S));
    }, PATIENCE_MS);
    return Promise.race([promise, late.promise]).finally(() => clearTimeout(timer));
  };
  const shut = async (clientId: number): Promise<void> => {
    if (!homes.delete(clientId)) return;
    const closed = waiter<void>();
    closing.set(clientId, closed);
    host.send({ type: 'close', clientId });
    await inTime(closed.promise).finally(() => closing.delete(clientId));
  };

  /** Those no label waits for, the one used longest ago first. */
  const spare = async (): Promise<[number, Home][]> => {
    const working = new Set(await virtualWithWork({ ctx }));
    return [...homes]
      .filter(([clientId]) => !working.has(clientId))
      .toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
  };
  const makeRoom = async (): Promise<void> => {
    const [oldest] = await spare();
    if (!oldest) throw busy(RETRY_S);
    await shut(oldest[0]);
  };
  const openOne: VirtualPrinters['open'] = async ({ clientId, memberId }, newKey) => {
    await closing.get(clientId)?.promise;
    while (homes.size >= max) await makeRoom();
    // Its place is taken before anything is waited for.
    const own: Home = {
      memberId,
      state: null,
      usedAt: ctx.now(),
      since: performance.now(),
      opened: waiter(),
    };
    homes.set(clientId, own);
    const home = getHome(clientId);
    try {
      // Gone with a folder of before, or never written: the one stored for it is worthless then.
      if (!existsSync(join(home, 'key'))) await writeKey(home, await newKey());
    } catch (error) {
      give(clientId, own);
      throw error;
    }
    if (homes.get(clientId) === own) openAgain(clientId);
  };
  const open: VirtualPrinters['open'] = async (whose, newKey) => {
    const { clientId } = whose;
    if (isStopping) throw busy(RETRY_S);
    if (!homes.has(clientId)) {
      const under = opening.get(clientId) ?? openOne(whose, newKey);
      opening.set(clientId, under);
      await under.finally(() => opening.delete(clientId));
    }
    const home = homes.get(clientId);
    if (!home) throw busy(RETRY_S);
    home.usedAt = ctx.now();
    await inTime(home.opened.promise);
  };
  const roll: VirtualPrinters['roll'] = async (clientId, after) => {
    const request = (requests += 1);
    const answer = waiter<RollPart | null>();
    asked.set(request, answer);
    host.send({ type: 'roll', clientId, request, after });
    const part = await inTime(answer.promise).finally(() => asked.delete(request));
    if (!part) throw busy(RETRY_S);
    return part;
  };

  const remove = async (clientId: number): Promise<void> => {
    await shut(clientId);
    await rm(getHome(clientId), { recursive: true, force: true });
  };
  const removeOrphans = async (): Promise<void> => {
    const names = await readdir(root).catch(() => []);
    const found = names.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
    const known = await stillVirtual({ ctx, clientIds: found });
    for (const clientId of found.filter((id) => !known.has(id))) await remove(clientId);
  };
  /** Those whose labels wait; where there is no room, at the next look. */
  const wakeWaiting = async (): Promise<void> => {
    for (const clientId of await virtualWithWork({ ctx }))
      if (!homes.has(clientId)) await wakeForWork({ ctx, clientId });
  };
  const resume = async (): Promise<void> => {
    await removeOrphans();
    await wakeWaiting();
  };
  const closeIdle = async (): Promise<void> => {
    const since = ctx.now() - idleMs;
    if (![...homes.values()].some(({ usedAt }) => usedAt < since)) return;
    for (const [clientId, { usedAt }] of await spare()) if (usedAt < since) await shut(clientId);
  };
  const look = setInterval(() => logged(closeIdle().then(wakeWaiting)), lookMs);
  const offs = [
    ctx.bus.on('client-work', ({ clientId }) => {
      const home = homes.get(clientId);
      if (home) home.usedAt = ctx.now();
      else logged(wakeForWork({ ctx, clientId }));
    }),
    ctx.bus.on('client-revoked', ({ clientId }) => {
      if (existsSync(getHome(clientId))) logged(remove(clientId));
    }),
  ];

  return {
    open,
    roll,
    set: async (clientId, name, on) => {
      host.send({ type: 'switch', clientId, name, on });
      const { state } = await roll(clientId, Number.MAX_SAFE_INTEGER);
      return state;
    },
    resume: () => logged(resume()),
    pid: host.pid,
    stop: async () => {
      isStopping = true;
      clearInterval(look);
      for (const off of offs) off();
      for (const home of homes.values()) home.opened.reject(busy(RETRY_S));
      for (const one of asked.values()) one.resolve(null);
      await host.stop();
      for (const one of closing.values()) one.resolve();
    },
  };
};
