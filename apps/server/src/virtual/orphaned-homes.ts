import { readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { claimVirtualHomes, locateVirtualClients } from '@yunbiao/services';
import { closeVirtualHome, removeVirtualHome } from './homes.ts';
import { getVirtualHomePath, type VirtualState } from './virtual-state.ts';

/** Time for which the home of a client that moved to another server is kept, ms. */
const MOVED_MS = 7 * 24 * 60 * 60_000;
const MOVED_SUFFIX = '.moved';

/** Puts a home aside, with the current time as its time of change. */
const putHomeAside = async (state: VirtualState, clientId: number): Promise<void> => {
  await closeVirtualHome(state, clientId);
  const home = getVirtualHomePath(state, clientId);
  const aside = `${home}${MOVED_SUFFIX}`;
  await rm(aside, { recursive: true, force: true });
  await rename(home, aside);
  const now = new Date(state.ctx.now());
  await utimes(aside, now, now);
};

const removeOldMovedHomes = async ({ root, ctx }: VirtualState, names: string[]): Promise<void> => {
  for (const name of names) {
    if (!name.endsWith(MOVED_SUFFIX)) continue;
    const aside = join(root, name);
    if (ctx.now() - (await stat(aside)).mtimeMs >= MOVED_MS)
      await rm(aside, { recursive: true, force: true });
  }
};

/**
 * Removes the homes of clients that are gone. Those of clients that moved to another server are put
 * aside, and removed after a time.
 */
export const removeOrphanedHomes = async (state: VirtualState): Promise<void> => {
  const { ctx } = state;
  const names = await readdir(state.root).catch(() => []);
  const storedIds = names.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0);
  await claimVirtualHomes({ ctx, clientIds: storedIds });
  const places = await locateVirtualClients({ ctx, clientIds: storedIds });
  for (const clientId of storedIds) {
    const place = places.get(clientId);
    if (place === 'elsewhere') await putHomeAside(state, clientId);
    else if (place === undefined) await removeVirtualHome(state, clientId);
  }
  await removeOldMovedHomes(state, names);
};
