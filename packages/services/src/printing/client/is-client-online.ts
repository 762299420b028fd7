import type { ClientTable, Selectable } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';

/** Column of a client's row that says which server process it is connected to. */
export type ClientNode = Pick<Selectable<ClientTable>, 'node_id'>;

/**
 * The only place that determines whether a print client is online: it is connected to a live server
 * process, this one or another, or is expected back after a restart.
 */
export const isClientOnline = (
  { presence }: Pick<Context, 'presence'>,
  { node_id: nodeId }: ClientNode,
): boolean => nodeId !== null && presence.locateNode(nodeId) !== 'gone';
