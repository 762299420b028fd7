import { setImmediate } from 'node:timers/promises';
import type { CallOutput, Source } from '@yunbiao/contract';
import type { Setup } from '@yunbiao/contract/printing/print-setup';
import {
  type BatchTable,
  type DetailTable,
  type Executor,
  type Insertable,
  lockMemberRow,
  onCommit,
  type Selectable,
  runTransaction,
  type Tx,
} from '@yunbiao/db';
import { getFontsDigest } from '@yunbiao/label/verify-font';
import { splitIntoChunks } from '../../../platform/chunks.ts';
import type { Context } from '../../../platform/context.ts';
import { mergeFontNeeds, mergeSetupNeeds, computeTemplateNeeds } from '../../capabilities/index.ts';
import { createForbiddenError, ServiceError } from '../../../platform/errors.ts';
import { serializeBatchCounts } from '../../label-state/batch-counts.ts';
import { emitStoredBatch } from '../../label-state/details.ts';
import { addToRollups } from '../../label-state/rollups.ts';
import { SECOND } from '../../../platform/time.ts';
import { computeNextBatchNo } from './batch-no.ts';
import {
  findEarlierAnswer,
  findEarlierBatch,
  type Key,
  releaseExpiredIdempotencyKey,
} from './idempotency.ts';
import { UncheckedLabels } from '../../overflow/with-overflow-check.ts';
import { buildPrintSetup } from '../../print-config/setup.ts';
import type { Target } from './target.ts';
import type { ComputedLabel } from './compute-labels.ts';

/** Origin of a submission, with restrictions that apply to it. */
export type Origin = {
  source: Source;
  /** Batch number chosen by the submitter. By default the next generated one. */
  batchNo?: string | undefined;
  /** Accept only virtual printers. */
  virtualOnly?: boolean;
  /** API key of the submission, and the webhook URL for events of this batch. */
  key?: { id: number; webhook: string | null };
};

/** A submission of any kind. */
export type Submission = {
  ctx: Context;
  key: Key;
  origin: Origin;
  /** Finds a printer that can take the labels and locks the rows that could change that. */
  resolveTarget: (tx: Tx) => Promise<Target>;
  /** Seconds. */
  expireAfter: number;
};

/**
 * Printed content, stored unchanged with the batch. `content`: JSON of its template, lengths in
 * hundredths of a mm.
 */
export type Contents = {
  softwareId: number;
  templateId: number | null;
  name: string;
  content: string;
  width: number;
  height: number;
  /** Overrides of the configuration's setup. */
  setup?: Partial<Setup>;
  labels: readonly ComputedLabel[];
  /** Stores additional rows of the batch. */
  storeExtras?: (batch: Selectable<BatchTable>) => Promise<void>;
};

/** Rows per insert: with 27 columns well below SQLite's limit of 32,766 parameters. */
const INSERT_ROWS = 400;

/** Font edition for all labels; 0 without fonts, as for pictures and raw printer commands. */
const findFontEdition = ({ labels }: Contents): number =>
  labels.reduce((edition, label) => Math.max(edition, label.fontEdition), 0);

const insertBatch = (
  tx: Tx,
  { config, client, printer, group }: Target,
  contents: Contents,
  rest: Pick<
    Insertable<BatchTable>,
    | ('batch_no' | 'total' | 'source' | 'idempotency_key' | 'request_hash')
    | ('created_at' | 'expires_at' | 'api_key_id' | 'webhook')
  >,
): Promise<Selectable<BatchTable>> => {
  const setup = { ...buildPrintSetup(config), ...contents.setup };
  const needs = mergeSetupNeeds(computeTemplateNeeds(contents.content), setup);
  const edition = findFontEdition(contents);
  return tx
    .insertInto('batch')
    .values({
      ...rest,
      member_id: config.member_id,
      software_id: contents.softwareId,
      template_id: contents.templateId,
      template_name: contents.name,
      template: contents.content,
      width: contents.width,
      height: contents.height,
      print_config_id: config.id,
      config_name: config.name,
      setup: JSON.stringify(setup),
      client_id: client.id,
      client_name: client.remark || client.name,
      printer_id: printer.id,
      printer_name: printer.name,
      state: 'queued',
      counts: serializeBatchCounts({ queued: rest.total }),
      finished_at: null,
      hidden_at: null,
      printer_group_id: group?.id ?? null,
      group_name: group?.name ?? '',
      fonts: edition === 0 ? '' : getFontsDigest(edition),
      needs: mergeFontNeeds(needs, edition),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** One row per physical label; copies of a row are consecutive. */
const buildDetailRow = (
  batch: Selectable<BatchTable>,
  { sequence, copy, sheetRow, data, title, pictures }: ComputedLabel,
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
  sheet_row: sheetRow,
  pictures: pictures ?? null,
});

const insertDetails = async (
  tx: Tx,
  batch: Selectable<BatchTable>,
  labels: readonly ComputedLabel[],
): Promise<void> => {
  for (const intoChunk of splitIntoChunks([...labels], INSERT_ROWS)) {
    const details = intoChunk.map((label) => buildDetailRow(batch, label));
    await tx.insertInto('detail').values(details).execute();
    // SQLite blocks this thread: between two inserts, requests without the database are answered.
    await setImmediate();
  }
  // Ids follow the order of the rows and define the queue order.
  await tx
    .updateTable('detail')
    .set((eb) => ({ queue_order: eb.ref('id') }))
    .where('batch_id', '=', batch.id)
    .execute();
};

/**
 * The earlier answer to the same submission, or null.
 * @throws 409 when the key or number belongs to a different submission
 */
const findEarlierResult = async (
  executor: Executor,
  { key, origin: { batchNo } }: Submission,
): Promise<CallOutput<'print'> | null> =>
  (await findEarlierAnswer(executor, key)) ??
  (batchNo === undefined ? null : findEarlierBatch(executor, { ...key, batchNo }));

/**
 * The earlier answer to the same submission, or null. Checked first: an accepted batch stays
 * accepted, even if anything has changed since.
 * @throws 409 when the key or number belongs to a different submission
 */
export const findEarlierSubmission = (
  submission: Submission,
): Promise<CallOutput<'print'> | null> => findEarlierResult(submission.ctx.db.kysely, submission);

/** Rejects a batch whose API key was revoked during the request. @throws 401 */
const requireLiveApiKey = async (tx: Tx, apiKey: Origin['key']): Promise<void> => {
  if (!apiKey) return;
  const live = await tx
    .selectFrom('api_key')
    .select('id')
    .where('id', '=', apiKey.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!live) throw new ServiceError(401, 'API 密钥刚刚撤销了，这一批没有收');
};

/** Stores a complete batch and notifies the client and live pages. */
const storeBatch = async (
  tx: Tx,
  { ctx, key, origin, expireAfter }: Submission,
  target: Target,
  contents: Contents,
): Promise<CallOutput<'print'>> => {
  const { source, batchNo, key: apiKey } = origin;
  const { memberId, now } = key;
  const total = contents.labels.length;
  const batch = await insertBatch(tx, target, contents, {
    batch_no: batchNo ?? (await computeNextBatchNo(tx, { memberId, now })),
    total,
    source,
    api_key_id: apiKey?.id ?? null,
    webhook: apiKey?.webhook ?? null,
    idempotency_key: key.key,
    request_hash: key.hash,
    created_at: now,
    expires_at: now + expireAfter * SECOND,
  });
  await contents.storeExtras?.(batch);
  await insertDetails(tx, batch, contents.labels);
  await addToRollups(tx, [{ batch, before: null, after: { queued: total } }]);
  onCommit(tx, () => ctx.bus.emit('client-work', { clientId: batch.client_id }));
  await emitStoredBatch({ ctx, tx, batchId: batch.id });
  return { batchNo: batch.batch_no, total };
};

/**
 * Accepts a submission once: stores the batch before answering, and returns the first answer for a
 * repeat. Locks the member. `getContents` builds the contents for the printer and charges the
 * quota; or it returns labels to check first, and the submission is not stored.
 * @throws 404 for objects of another member; 409 for a key used on another batch or a printer that
 * takes no labels; 401 for a revoked API key; 403 when only virtual printers are allowed
 */
export function acceptSubmission(
  submission: Submission,
  getContents: (tx: Tx, target: Target) => Promise<Contents>,
): Promise<CallOutput<'print'>>;
export function acceptSubmission(
  submission: Submission,
  getContents: (tx: Tx, target: Target) => Promise<Contents | UncheckedLabels>,
): Promise<CallOutput<'print'> | UncheckedLabels>;
export async function acceptSubmission(
  submission: Submission,
  getContents: (tx: Tx, target: Target) => Promise<Contents | UncheckedLabels>,
): Promise<CallOutput<'print'> | UncheckedLabels> {
  const { ctx, key, origin } = submission;
  const before = await findEarlierSubmission(submission);
  if (before) return before;
  return runTransaction(ctx.db, async (tx) => {
    const { memberId } = key;
    await lockMemberRow(tx, memberId);
    const concurrentAnswer = await findEarlierResult(tx, submission);
    if (concurrentAnswer) return concurrentAnswer;
    await requireLiveApiKey(tx, origin.key);
    const target = await submission.resolveTarget(tx);
    if (origin.virtualOnly && target.client.is_virtual === 0)
      throw createForbiddenError('测试密钥只打印到虚拟打印机，请换一个配置或密钥');
    const contents = await getContents(tx, target);
    if (contents instanceof UncheckedLabels) return contents;
    await releaseExpiredIdempotencyKey(tx, key);
    return storeBatch(tx, submission, target, contents);
  });
}
