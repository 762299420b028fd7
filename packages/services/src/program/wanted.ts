import type { ProgramFile } from '@yunbiao/contract/programs';
import type { Context } from '../context.ts';
import { newerProgram } from './newest.ts';

/** A program newer than the one that is connected; null when there is none. */
export const newerForClient = ({
  ctx,
  client,
}: {
  ctx: Context;
  client: { target: string; version: string };
}): Promise<ProgramFile | null> => newerProgram(ctx.db.kysely, client);
