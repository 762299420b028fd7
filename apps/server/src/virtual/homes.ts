import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RollPart } from '@yunbiao/contract/gateway/virtual-host';
import {
  createBusyError,
  listVirtualClientsWithWork,
  type VirtualPrinters,
} from '@yunbiao/services';
import {
  getVirtualHomePath,
  giveUpOpeningHome,
  type Home,
  RETRY_S,
  sendOpenHomeCommand,
  type VirtualState,
  waitForHostWithTimeout,
} from './virtual-state.ts';
import { createDeferred } from './waiter.ts';

type Client = Parameters<VirtualPrinters['open']>[0];
type CreateKey = Parameters<VirtualPrinters['open']>[1];

/** Writes the client key to a temporary file and renames it, so that no partial key is left. */
const writeClientKeyFile = async (home: string, key: string): Promise<void> => {
  await mkdir(home, { recursive: true, mode: 0o700 });
  await writeFile(join(home, 'key.new'), `${key}\n`, { mode: 0o600 });
  await rename(join(home, 'key.new'), join(home, 'key'));
};

export const closeVirtualHome = async (state: VirtualState, clientId: number): Promise<void> => {
  if (!state.homes.delete(clientId)) return;
  const homeClosed = createDeferred<void>();
  state.closing.set(clientId, homeClosed);
  state.host.send({ type: 'close', clientId });
  await waitForHostWithTimeout(state, homeClosed.promise).finally(() =>
    state.closing.delete(clientId),
  );
};

/** Homes without waiting labels, least recently used first. */
export const listIdleHomes = async ({ ctx, homes }: VirtualState): Promise<[number, Home][]> => {
  const working = new Set(await listVirtualClientsWithWork({ ctx }));
  return [...homes]
    .filter(([clientId]) => !working.has(clientId))
    .toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
};

const closeOldestIdleHome = async (state: VirtualState): Promise<void> => {
  const [oldest] = await listIdleHomes(state);
  if (!oldest) throw createBusyError(RETRY_S);
  await closeVirtualHome(state, oldest[0]);
};

const startVirtualHome = async (
  state: VirtualState,
  { clientId, memberId }: Client,
  newKey: CreateKey,
): Promise<void> => {
  const { ctx, homes } = state;
  await state.closing.get(clientId)?.promise;
  while (homes.size >= state.max) await closeOldestIdleHome(state);
  // Reserves the slot before the first `await`.
  const newHome: Home = {
    memberId,
    state: null,
    usedAt: ctx.now(),
    since: performance.now(),
    opened: createDeferred(),
  };
  homes.set(clientId, newHome);
  const home = getVirtualHomePath(state, clientId);
  try {
    // The key was lost with its folder or never written. The stored key is then useless.
    if (!existsSync(join(home, 'key'))) await writeClientKeyFile(home, await newKey());
  } catch (error) {
    giveUpOpeningHome(state, clientId, newHome);
    throw error;
  }
  if (homes.get(clientId) === newHome) sendOpenHomeCommand(state, clientId);
};

/**
 * Opens the home unless it is open, and resolves when its printer is ready.
 * @throws 503 while the server stops, or when the home does not become ready
 */
export const openVirtualHome = async (
  state: VirtualState,
  client: Client,
  newKey: CreateKey,
): Promise<void> => {
  const { homes, opening } = state;
  const { clientId } = client;
  if (state.isStopping) throw createBusyError(RETRY_S);
  if (!homes.has(clientId)) {
    const pendingOpen = opening.get(clientId) ?? startVirtualHome(state, client, newKey);
    opening.set(clientId, pendingOpen);
    await pendingOpen.finally(() => opening.delete(clientId));
  }
  const home = homes.get(clientId);
  if (!home) throw createBusyError(RETRY_S);
  home.usedAt = state.ctx.now();
  await waitForHostWithTimeout(state, home.opened.promise);
};

export const removeVirtualHome = async (state: VirtualState, clientId: number): Promise<void> => {
  await closeVirtualHome(state, clientId);
  await rm(getVirtualHomePath(state, clientId), { recursive: true, force: true });
};

export const fetchVirtualRoll = async (
  state: VirtualState,
  clientId: number,
  after: number,
): Promise<RollPart> => {
  const { pendingRolls } = state;
  const request = (state.requests += 1);
  const answer = createDeferred<RollPart | null>();
  pendingRolls.set(request, answer);
  state.host.send({ type: 'roll', clientId, request, after });
  const part = await waitForHostWithTimeout(state, answer.promise).finally(() =>
    pendingRolls.delete(request),
  );
  if (!part) throw createBusyError(RETRY_S);
  return part;
};
