import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { Context } from '../../platform/context.ts';
import { findEarlierSubmission } from '../printing/submission/accept.ts';
import { buildSubmission, submitBatch } from '../printing/submission/submit.ts';
import { requireOnlineSoftware } from '../../identity/software/find.ts';
import { refuseSuspendedMember } from '../../identity/software/suspension.ts';
import { createTemplateNotFoundError } from '../../platform/template/find.ts';
import { buildApiOrigin, resolveIdempotencyKey, requireUsableWebhook } from './key-origin.ts';
import type { KeyHolder } from './keys.ts';

/**
 * Returns the software of the template, which is also that of the batch.
 * @throws 404 when the member cannot use the template
 */
const getTemplateSoftwareId = async (
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
  if (!software) throw createTemplateNotFoundError();
  requireOnlineSoftware(software);
  await refuseSuspendedMember(kysely, { memberId, softwareId: software.id });
  return software.id;
};

/**
 * Accepts a batch from another system of the member. `idempotencyKey`: the request header of that
 * name, null when absent.
 * @throws the errors of {@link submitBatch}; 403 when the software is offline or closed to the
 * member
 */
export const submitBatchForKey = async ({
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
  const request = {
    ctx,
    memberId,
    input: { ...input, allowCutOff, idempotencyKey: resolveIdempotencyKey(idempotencyKey) },
    origin: buildApiOrigin(holder, { batchNo, webhook }),
  };
  const before = await findEarlierSubmission(buildSubmission(request));
  if (before) return before;
  await requireUsableWebhook(ctx, holder, webhook);
  const template = { id: Number(input.templateId), memberId };
  const softwareId = await getTemplateSoftwareId(ctx, template);
  // The web site asks for confirmation here; the API rejects the batch unless the caller allows it.
  return submitBatch({ ...request, softwareId, cutOffHint: '。仍然打印就写 allowCutOff: true' });
};
