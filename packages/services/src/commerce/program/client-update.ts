import type { ProgramFile } from '@yunbiao/contract/gateway/programs';
import type { Context } from '../../platform/context.ts';
import { findNewerProgram } from './newest-programs.ts';

/** Newer version for the connected client; null when there is none. */
export const findNewerProgramForClient = ({
  ctx,
  client,
}: {
  ctx: Context;
  client: { target: string; version: string };
}): Promise<ProgramFile | null> => findNewerProgram(ctx.db.kysely, client);
