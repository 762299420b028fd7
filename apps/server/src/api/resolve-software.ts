import type { Call } from '@yunbiao/contract';
import {
  type Context,
  findSoftware,
  createNotFoundError,
  requireOnlineSoftware,
  type SoftwareRow,
} from '@yunbiao/services';
import type { Caller } from './handler.ts';

type Asked = { input: unknown; caller: Caller };

/**
 * Name of the software in the input of a call. `software` is the former name of this field in
 * `print/templates`.
 */
const readSoftwareName = (input: unknown): string => {
  const { alias, domain, software } = input as Record<'alias' | 'domain' | 'software', unknown>;
  return String(alias || domain || software || '');
};

const findCallSoftware = async (
  ctx: Context,
  { showsSoftware }: Call,
  { input, caller }: Asked,
): Promise<SoftwareRow | null> => {
  const name = readSoftwareName(input);
  const isOfSite = showsSoftware === 'site' || showsSoftware === 'frame';
  if (!name && isOfSite && !(await caller.isOnCustomDomain())) return null;
  const software = name ? await findSoftware(ctx.db.kysely, { alias: name }) : caller.software;
  const isNeeded = showsSoftware === 'one' || name !== '' || caller.domain !== '';
  if (!software && isNeeded && showsSoftware !== 'frame') throw createNotFoundError('没有这款软件');
  return software;
};

/**
 * Resolves the software whose content a call shows, according to `showsSoftware`. Null means all
 * softwares. Undefined if the call shows no software content. It never grants access.
 * @throws 404; 403 with the reason if the software is offline
 */
export const resolveSoftware = async (
  ctx: Context,
  call: Call,
  request: Asked,
): Promise<SoftwareRow | null | undefined> => {
  if (!call.showsSoftware) return undefined;
  const software = await findCallSoftware(ctx, call, request);
  return software && call.showsSoftware !== 'frame' ? requireOnlineSoftware(software) : software;
};
