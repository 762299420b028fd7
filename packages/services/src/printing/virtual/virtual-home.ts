import type { ClientTable, Selectable } from '@yunbiao/db';
import type { Context, OtherNodes } from '../../platform/context.ts';
import { ServiceError } from '../../platform/errors.ts';
import { MINUTE } from '../../platform/time.ts';

/**
 * Silence after which another server takes over the virtual printers of a data folder, ms: longer
 * than a restart. The server must have observed it itself: after an outage of the database or of
 * the whole site, the rows of all servers are old. What the printers printed and their ledger are
 * lost then, so that labels under print become uncertain.
 */
const TAKE_OVER_MS = 5 * MINUTE;
const RETRY_S = 5;

export type VirtualHomeClient = Pick<Selectable<ClientTable>, 'id' | 'virtual_home' | 'key_hash'>;

/** Where the home of a virtual printer is: on this server, or on the node with this id. */
export type HomePlace = { isHere: true } | { isHere: false; nodeId: string };

/** Whether a server with this data folder was seen a short time ago. */
const wasServerOfFolderSeenRecently = async (
  ctx: Context,
  dataFolderId: string,
): Promise<boolean> => {
  const { seenAt } = await ctx.db.kysely
    .selectFrom('node')
    .select((eb) => eb.fn.max('seen_at').as('seenAt'))
    .where('data_folder_id', '=', dataFolderId)
    .executeTakeFirstOrThrow();
  return seenAt !== null && ctx.now() - Number(seenAt) < TAKE_OVER_MS;
};

/** Where homes without a recorded data folder count as being. */
const UNKNOWN_FOLDER = '';

/**
 * When this process first asked in vain for the server with a data folder, by the clock of
 * `performance.now()`.
 */
const silentSince = new WeakMap<OtherNodes, Map<string, number>>();

const measureSilenceOfFolder = (nodes: OtherNodes, folderId: string): { isLong: boolean } => {
  const since = silentSince.get(nodes) ?? new Map<string, number>();
  silentSince.set(nodes, since);
  const now = performance.now();
  const firstAsked = since.get(folderId) ?? now;
  since.set(folderId, firstAsked);
  return { isLong: now - firstAsked >= TAKE_OVER_MS };
};

/**
 * Whether this server may take the home. One without a recorded data folder has never been opened,
 * or, with a key, was opened before the site had several servers: that server records it.
 */
const isHomeAbandoned = async (
  ctx: Context,
  nodes: OtherNodes,
  { virtual_home: home, key_hash: keyHash }: VirtualHomeClient,
): Promise<boolean> => {
  if (home === null && keyHash === null) return true;
  // Asked first: while the database is unreachable, no silence is observed.
  const wasJustSeen = home !== null && (await wasServerOfFolderSeenRecently(ctx, home));
  const { isLong } = measureSilenceOfFolder(nodes, home ?? UNKNOWN_FOLDER);
  return isLong && !wasJustSeen;
};

/** Moves the home to this server unless another one was faster. Returns the home of the client. */
const claimVirtualHome = async (ctx: Context, client: VirtualHomeClient, ownFolderId: string) => {
  await ctx.db.kysely
    .updateTable('client')
    .set({ virtual_home: ownFolderId })
    .where('id', '=', client.id)
    .where('virtual_home', 'is not distinct from', client.virtual_home)
    .execute();
  const { virtual_home } = await ctx.db.kysely
    .selectFrom('client')
    .select('virtual_home')
    .where('id', '=', client.id)
    .executeTakeFirstOrThrow();
  return virtual_home;
};

/**
 * Finds the server with the home of a virtual printer. A home that no server has, or whose server
 * is gone for good, comes to this one.
 * @throws 503 while the server with the home restarts
 */
export const locateVirtualHome = async (
  ctx: Context,
  client: VirtualHomeClient,
): Promise<HomePlace> => {
  const { nodes } = ctx;
  if (!nodes) return { isHere: true };
  const { dataFolderId: ownFolderId, findNode } = nodes;
  const locateHomeOnNodes = (home: string | null): HomePlace | null => {
    if (home === ownFolderId) return { isHere: true };
    const nodeId = home === null ? null : findNode(home);
    if (home === null || nodeId === null) return null;
    silentSince.get(nodes)?.delete(home);
    return { isHere: false, nodeId };
  };
  const place = locateHomeOnNodes(client.virtual_home);
  if (place) return place;
  if (await isHomeAbandoned(ctx, nodes, client)) {
    const currentPlace = locateHomeOnNodes(await claimVirtualHome(ctx, client, ownFolderId));
    if (currentPlace) return currentPlace;
  }
  throw new ServiceError(503, '虚拟打印机所在的服务器正在重新启动，请稍后重试', {
    retryAfter: RETRY_S,
  });
};
