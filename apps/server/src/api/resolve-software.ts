import type { Call } from '@yunbiao/contract';
import {
  type Context,
  findSoftware,
  notFound,
  requireOnline,
  type SoftwareRow,
} from '@yunbiao/services';
import type { Caller } from './handler.ts';

type Asked = { input: unknown; caller: Caller };

/** What the input of a call names a software by; `software` is what `print/templates` called it first. */
const readName = (input: unknown): string => {
  const { alias, domain, software } = input as Record<'alias' | 'domain' | 'software', unknown>;
  return String(alias || domain || software || '');
};

const find = async (
  ctx: Context,
  { showsSoftware: mode }: Call,
  { input, caller }: Asked,
): Promise<SoftwareRow | null> => {
  const name = readName(input);
  const isOfSite = mode === 'site' || mode === 'frame';
  if (!name && isOfSite && !(await caller.isOnOwnHost())) return null;
  const software = name ? await findSoftware(ctx.db.kysely, { alias: name }) : caller.software;
  const isNeeded = mode === 'one' || name !== '' || caller.domain !== '';
  if (!software && isNeeded && mode !== 'frame') throw notFound('没有这款软件');
  return software;
};

/**
 * The software whose content a call shows, as its `showsSoftware` says; null: of all of them. Undefined for a call that
 * shows no software's. It never gives access to anything.
 * @throws 404; 403 with the reason when it is offline
 */
export const resolveSoftware = async (
  ctx: Context,
  call: Call,
  asked: Asked,
): Promise<SoftwareRow | null | undefined> => {
  if (!call.showsSoftware) return undefined;
  const software = await find(ctx, call, asked);
  return software && call.showsSoftware !== 'frame' ? requireOnline(software) : software;
};
