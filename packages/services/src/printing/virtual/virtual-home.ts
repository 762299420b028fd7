import type { ClientTable, Selectable } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { ServiceError } from '../../platform/errors.ts';
import { MINUTE } from '../../platform/time.ts';

/**
 * Silence after which another server takes over the virtual printers of a data folder, ms: longer
 * than a restart. What they printed and their ledger are lost then, so that labels under print
 * become uncertain.
 */
export const TAKE_OVER_MS = 5 * MINUTE;
const RETRY_S = 5;

type VirtualClient = Pick<Selectable<ClientTable>, 'id' | 'virtual_home'>;

/** Where the home of a virtual printer is: on this server, or on the node with this id. */
export type HomePlace = { isHere: true } | { isHere: false; nodeId: string };

/** Whether a server with this data folder was seen a short time ago. */
const isRestarting = async (ctx: Context, dataFolderId: string): Promise<boolean> => {
  const { seenAt } = await ctx.db.kysely
    .selectFrom('node')
    .select((eb) => eb.fn.max('seen_at').as('seenAt'))
    .where('data_folder_id', '=', dataFolderId)
    .executeTakeFirstOrThrow();
  return seenAt !== null && ctx.now() - Number(seenAt) < TAKE_OVER_MS;
};

/** Moves the home to this server unless another one was faster. Returns the home of the client. */
const takeHome = async (ctx: Context, client: VirtualClient, ownFolderId: string) => {
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
  client: VirtualClient,
): Promise<HomePlace> => {
  if (!ctx.nodes) return { isHere: true };
  const { dataFolderId: ownFolderId, findNode } = ctx.nodes;
  const locate = (home: string | null): HomePlace | null => {
    if (home === ownFolderId) return { isHere: true };
    const nodeId = home === null ? null : findNode(home);
    return nodeId === null ? null : { isHere: false, nodeId };
  };
  const place = locate(client.virtual_home);
  if (place) return place;
  if (client.virtual_home === null || !(await isRestarting(ctx, client.virtual_home))) {
    const currentPlace = locate(await takeHome(ctx, client, ownFolderId));
    if (currentPlace) return currentPlace;
  }
  throw new ServiceError(503, '虚拟打印机所在的服务器正在重新启动，请稍后重试', {
    retryAfter: RETRY_S,
  });
};
