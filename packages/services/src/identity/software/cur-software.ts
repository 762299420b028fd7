import type { CallOutput } from '@yunbiao/contract';
import type { Context } from '../../platform/context.ts';
import { createNotFoundError } from '../../platform/errors.ts';
import type { SoftwareRow } from './find.ts';
import { presentSoftwareCached } from './present.ts';
import { getSuspension } from './suspension.ts';

/**
 * The current software, and whether the signed-in member is suspended there.
 * @throws 404 without a software
 */
export const getCurrentSoftware = async ({
  ctx,
  software,
  memberId,
}: {
  ctx: Context;
  software: SoftwareRow | null;
  memberId: number | null;
}): Promise<CallOutput<'curSoftware'>> => {
  if (!software) throw createNotFoundError('没有这款软件');
  const suspended =
    memberId === null
      ? null
      : await getSuspension(ctx.db.kysely, { memberId, softwareId: software.id });
  return { ...presentSoftwareCached(software), suspended };
};
