import { setImmediate } from 'node:timers/promises';
import { type CallOutput, type CallParsed, parseTemplate, type Source } from '@yunbiao/contract';
import {
  type BatchTable,
  type DetailTable,
  type Executor,
  type Insertable,
  lockMember,
  onCommit,
  type Selectable,
  type TemplateTable,
  transaction,
  type Tx,
} from '@yunbiao/db';
import type { Template } from '@yunbiao/label';
import { chunks } from '../chunks.ts';
import type { Context } from '../context.ts';
import { forbidden, ServiceError } from '../errors.ts';
import { getTemplateForMember } from '../template/find.ts';
import { SECOND } from '../time.ts';
import { writeCounts } from '../label-state/batch-counts.ts';
import { addToQuarters } from '../label-state/quarters.ts';
import { nextBatchNo } from './batch-no.ts';
import { announceBatch } from '../label-state/details.ts';
import {
  earlierAnswer,
  earlierBatch,
  type Key,
  releaseOldKey,
  requestHash,
} from './idempotency.ts';
import { requireQuota } from './quota.ts';
import { checkRows } from './rows.ts';
import { clockText } from '../serial/clock.ts';
import { noteRanges, takeSerials, type TakenSerial } from '../serial/serials.ts';
import { checkFit, setupOf, type Target, targetOf } from './target.ts';
import { type WorkedLabel, workLabels } from './work-labels.ts';

type Input = CallParsed<'print'>;

/** Where a submission comes from, and what holds for it beside its input. */
export type Origin = {
  source: Source;
  /** A number of the submitter's own; left out: the next of ours. */
  batchNo?: string | undefined;
  /** To virtual printers only. */
  virtualOnly?: boolean;
  /** The key it came with, and where its member's system wants to hear of this batch. */
  key?: { id: number; webhook: string | null };
};

/** Rows of one insert: with 24 columns well below SQLite's 32,766 parameters. */
const INSERT_ROWS = 400;

const insertBatch = (
  tx: Tx,
  { config, client, printer }: Target,
  template: Selectable<TemplateTable>,
  rest: Pick<
    Insertable<BatchTable>,
    | ('batch_no' | 'total' | 'source' | 'idempotency_key' | 'request_hash')
    | ('created_at' | 'expires_at' | 'api_key_id' | 'webhook')
  >,
): Promise<Selectable<BatchTable>> =>
  tx
    .insertInto('batch')
    .values({
      ...rest,
      member_id: config.member_id,
      software_id: template.software_id,
      template_id: template.id,
      template_name: template.name,
      template: template.content,
      width: template.width,
      height: template.height,
      print_config_id: config.id,
      config_name: config.name,
      setup: JSON.stringify(setupOf(config)),
      client_id: client.id,
      client_name: client.remark || client.name,
      printer_id: printer.id,
      printer_name: printer.name,
      state: 'queued',
      counts: writeCounts({ queued: rest.total }),
      finished_at: null,
      hidden_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();

/** One row for every physical label: the copies of a row follow each other. */
const detailOf = (
  batch: Selectable<BatchTable>,
  { sequence, copy, data, title }: WorkedLabel,
): Omit<Insertable<DetailTable>, 'id'> => ({
  batch_id: batch.id,
  member_id: batch.member_id,
  client_id: batch.client_id,
  printer_id: batch.printer_id,
  sequence,
  copy,
  attempt: 1,
  data,
  title,
  state: 'queued',
  evidence: 'none',
  reason: '',
  color: '',
  fence: null,
  cancel_requested: 0,
  counter_from: null,
  counter_to: null,
  queue_order: 0,
  queued_at: batch.created_at,
  leased_at: null,
  finished_at: null,
  expires_at: batch.expires_at,
  charged_at: batch.created_at,
  charge_spent: 0,
});

const insertDetails = async (
  tx: Tx,
  batch: Selectable<BatchTable>,
  labels: readonly WorkedLabel[],
): Promise<void> => {
  for (const some of chunks([...labels], INSERT_ROWS)) {
    const details = some.map((label) => detailOf(batch, label));
    await tx.insertInto('detail').values(details).execute();
    // SQLite works in this thread: between two inserts those are answered who need no database.
    await setImmediate();
  }
  // Identities are given in the order of the rows, and order the queue.
  await tx
    .updateTable('detail')
    .set((eb) => ({ queue_order: eb.ref('id') }))
    .where('batch_id', '=', batch.id)
    .execute();
};

type Numbering = {
  memberId: number;
  template: { id: number; content: Template };
  at: string;
  input: Input;
  now: number;
};

/** Gives the labels their numbers, then works out what may be made of these. @throws 400, 409 */
const numberAndWork = async (
  tx: Tx,
  { memberId, template, at, input: { rows, copies }, now }: Numbering,
): Promise<{ labels: WorkedLabel[]; taken: TakenSerial[] }> => {
  const size = { rows: rows.length, copies };
  const taken = await takeSerials(tx, { memberId, template, ...size, at, now });
  const { content } = template;
  const labels = await workLabels({ rows, copies, template: content, at, serials: taken });
  return { labels, taken };
};

/** The answer given before to this submission, or null. @throws 409 when it was another one */
const earlier = async (
  executor: Executor,
  key: Key,
  batchNo: string | undefined,
): Promise<CallOutput<'print'> | null> =>
  (await earlierAnswer(executor, key)) ??
  (batchNo === undefined ? null : earlierBatch(executor, { ...key, batchNo }));

type Submission = {
  ctx: Context;
  memberId: number;
  input: Input;
  origin?: Origin;
};

const keyOf = ({ ctx, memberId, input, origin }: Submission): Key => ({
  memberId,
  key: input.idempotencyKey,
  hash: requestHash(input, [origin?.batchNo, origin?.key?.webhook]),
  now: ctx.now(),
});

/**
 * The answer given before to this submission, or null: asked before anything else, since what was accepted stays accepted
 * whatever has changed meanwhile. @throws 409 when it was another one
 */
export const earlierSubmission = (submission: Submission): Promise<CallOutput<'print'> | null> =>
  earlier(submission.ctx.db.kysely, keyOf(submission), submission.origin?.batchNo);

/** A key that was revoked while its batch was on the way prints nothing. @throws 401 */
const requireLiveKey = async (tx: Tx, apiKey: Origin['key']): Promise<void> => {
  if (!apiKey) return;
  const live = await tx
    .selectFrom('api_key')
    .select('id')
    .where('id', '=', apiKey.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!live) throw new ServiceError(401, 'API 密钥刚刚撤销了，这一批没有收');
};

/**
 * Accepts a batch: stored whole, label by label, before it is answered. A repeat with the same key returns the first
 * answer.
 * @throws 400 naming rows and fields, or sizes that do not fit; 402 with what is left of the month, 404 for what is not the member's, 409 for a key used
 * on another batch or a machine that takes none, 403 where only virtual printers may be printed on
 */
export const submitBatch = async ({
  softwareId,
  ...submission
}: Submission & { softwareId: number }): Promise<CallOutput<'print'>> => {
  const { ctx, memberId, input } = submission;
  const {
    source,
    batchNo,
    virtualOnly = false,
    key: apiKey,
  }: Origin = submission.origin ?? { source: 'designer' };
  const key = keyOf(submission);
  const { now } = key;
  const before = await earlierSubmission(submission);
  if (before) return before;
  return transaction(ctx.db, async (tx) => {
    await lockMember(tx, memberId);
    const meanwhile = await earlier(tx, key, batchNo);
    if (meanwhile) return meanwhile;
    await requireLiveKey(tx, apiKey);
    await releaseOldKey(tx, key);
    const target = await targetOf(tx, memberId, Number(input.printConfigId));
    if (virtualOnly && target.client.is_virtual === 0)
      throw forbidden('测试密钥只打到虚拟打印机，请换一个配置或密钥');
    const row = await getTemplateForMember(tx, {
      id: Number(input.templateId),
      memberId,
      softwareId,
    });
    const template = parseTemplate(JSON.parse(row.content));
    checkFit(template, target.config);
    checkRows(input.rows, input.copies, template);
    const total = input.rows.length * input.copies;
    await requireQuota({ ctx, tx, memberId, softwareId, labels: total });
    const { labels, taken } = await numberAndWork(tx, {
      memberId,
      template: { id: row.id, content: template },
      at: clockText(now, input.tz),
      input,
      now,
    });
    const batch = await insertBatch(tx, target, row, {
      batch_no: batchNo ?? (await nextBatchNo(tx, { memberId, now })),
      total,
      source,
      api_key_id: apiKey?.id ?? null,
      webhook: apiKey?.webhook ?? null,
      idempotency_key: key.key,
      request_hash: key.hash,
      created_at: now,
      expires_at: now + input.expireAfter * SECOND,
    });
    await noteRanges(tx, batch, { templateId: row.id, taken, copies: input.copies });
    await insertDetails(tx, batch, labels);
    await addToQuarters(tx, [{ batch, before: null, after: { queued: total } }]);
    onCommit(tx, () => ctx.bus.emit('client-work', { clientId: batch.client_id }));
    await announceBatch({ ctx, tx, batchId: batch.id });
    return { batchNo: batch.batch_no, total };
  });
};
