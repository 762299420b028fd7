import type { CallOutput } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import type { SoftwareRow } from './find.ts';
import { presentSoftware } from './present.ts';
import { getSuspension } from './suspension.ts';

/** The software the caller is in, and whether the signed-in member is suspended there. @throws 404 outside one */
export const curSoftware = async ({
  ctx,
  software,
  memberId,
}: {
  ctx: Context;
  software: SoftwareRow | null;
  memberId: number | null;
}): Promise<CallOutput<'curSoftware'>> => {
  if (!software) throw notFound('没有这款软件');
  const suspended =
    memberId === null
      ? null
      : await getSuspension(ctx.db.kysely, { memberId, softwareId: software.id });
  return { ...presentSoftware(software), suspended };
};
