import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { earlierSubmission } from '../printing/accept.ts';
import { getSubmission, submitBatch } from '../printing/submit.ts';
import { requireOnline } from '../software/find.ts';
import { refuseSuspended } from '../software/suspension.ts';
import { noTemplate } from '../template/find.ts';
import { getOrigin, getRepeatKey, requireWebhook } from './key-origin.ts';
import type { KeyHolder } from './keys.ts';

/** A batch belongs to the software of its template. @throws 404 for a template the member cannot use */
const softwareOfTemplate = async (
  ctx: Context,
  { id, memberId }: { id: number; memberId: number },
): Promise<number> => {
  const { kysely } = ctx.db;
  const software = await kysely
    .selectFrom('template')
    .innerJoin('software', 'software.id', 'template.software_id')
    .selectAll('software')
    .where('template.id', '=', id)
    .where('template.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([eb('template.member_id', 'is', null), eb('template.member_id', '=', memberId)]),
    )
    .executeTakeFirst();
  if (!software) throw noTemplate();
  requireOnline(software);
  await refuseSuspended(kysely, { memberId, softwareId: software.id });
  return software.id;
};

/**
 * A batch from another system of the member. `idempotencyKey`: the header of that name, null without one.
 * @throws what {@link submitBatch} throws; 403 for a software that is offline or closed to the member
 */
export const submitForKey = async ({
  ctx,
  holder,
  input: { batchNo, webhook, allowCutOff, ...input },
  idempotencyKey,
}: {
  ctx: Context;
  holder: KeyHolder;
  input: CallParsed<'apiBatch'>;
  idempotencyKey: string | null;
}): Promise<CallOutput<'apiBatch'>> => {
  const { memberId } = holder;
  const asked = {
    ctx,
    memberId,
    input: { ...input, allowCutOff, idempotencyKey: getRepeatKey(idempotencyKey) },
    origin: getOrigin(holder, { batchNo, webhook }),
  };
  const before = await earlierSubmission(getSubmission(asked));
  if (before) return before;
  await requireWebhook(ctx, holder, webhook);
  const template = { id: Number(input.templateId), memberId };
  const softwareId = await softwareOfTemplate(ctx, template);
  // What a person is asked about before printing is refused here, unless the caller has answered it.
  return submitBatch({ ...asked, softwareId, cutOffHint: '。照样打就写 allowCutOff: true' });
};
