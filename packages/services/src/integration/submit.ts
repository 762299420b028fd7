import { randomUUID } from 'node:crypto';
import type { CallOutput, CallParsed } from '@yunbiao/contract';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import { earlierSubmission, submitBatch } from '../printing/submit.ts';
import { requireOnline } from '../software/find.ts';
import { refuseSuspended } from '../software/suspension.ts';
import { noTemplate } from '../template/find.ts';
import { requireSecret } from '../webhook/secret.ts';
import { urlTrouble } from '../webhook/target.ts';
import type { KeyHolder } from './keys.ts';

/** Printable ASCII without blanks. */
const KEY = /^[!-~]{8,128}$/;

/** What a repeat is told by, beside the number of the batch; without the header no two calls are one. */
const keyOf = (header: string | null): string => {
  if (header === null) return randomUUID();
  if (!KEY.test(header))
    throw invalid({ 'Idempotency-Key': 'Idempotency-Key 要 8–128 个字母、数字或符号，没有空格' });
  return header;
};

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
  holder: { id, memberId, kind },
  input: { batchNo, webhook, ...input },
  idempotencyKey,
}: {
  ctx: Context;
  holder: KeyHolder;
  input: CallParsed<'apiBatch'>;
  idempotencyKey: string | null;
}): Promise<CallOutput<'apiBatch'>> => {
  const submission = {
    ctx,
    memberId,
    input: { ...input, idempotencyKey: keyOf(idempotencyKey) },
    origin: {
      source: 'api',
      batchNo,
      virtualOnly: kind === 'test',
      key: { id, webhook: webhook ?? null },
    },
  } as const;
  const before = await earlierSubmission(submission);
  if (before) return before;
  if (webhook !== undefined) {
    await requireSecret(ctx.db.kysely, id);
    const trouble = urlTrouble(webhook, ctx.settings.webhookAllow ?? []);
    if (trouble) throw invalid({ webhook: trouble });
  }
  const template = { id: Number(input.templateId), memberId };
  return submitBatch({ ...submission, softwareId: await softwareOfTemplate(ctx, template) });
};
