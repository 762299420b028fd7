import { setImmediate } from 'node:timers/promises';
import type { CallOutput, Source } from '@yunbiao/contract';
import type { Setup } from '@yunbiao/contract/gateway';
import {
  type BatchTable,
  type DetailTable,
  type Executor,
  type Insertable,
  lockMember,
  onCommit,
  type Selectable,
  transaction,
  type Tx,
} from '@yunbiao/db';
import { getFontsDigest } from '@yunbiao/label/known-font';
import { chunks } from '../chunks.ts';
import type { Context } from '../context.ts';
import { joinFontNeeds, joinSetupNeeds, workOutNeeds } from '../drawing/index.ts';
import { forbidden, ServiceError } from '../errors.ts';
import { writeCounts } from '../label-state/batch-counts.ts';
import { announceBatch } from '../label-state/details.ts';
import { addToQuarters } from '../label-state/quarters.ts';
import { SECOND } from '../time.ts';
import { nextBatchNo } from './batch-no.ts';
import { earlierAnswer, earlierBatch, type Key, releaseOldKey } from './idempotency.ts';
import { getSetup } from '../print-config/setup.ts';
import type { Target } from './target.ts';
import type { WorkedLabel } from './work-labels.ts';

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

/** A submission, whatever it is of. */
export type Submission = {
  ctx: Context;
  key: Key;
  origin: Origin;
  /** Finds its printer, fit to take labels, and locks what may take that away. */
  target: (tx: Tx) => Promise<Target>;
  /** Seconds. */
  expireAfter: number;
};

/** What is printed: kept with the batch as it was. `content`: JSON of its template, lengths in hundredths of a mm. */
export type Contents = {
  softwareId: number;
  templateId: number | null;
  name: string;
  content: string;
  width: number;
  height: number;
  /** What of the configuration does not hold for it. */
  setup?: Partial<Setup>;
  labels: readonly WorkedLabel[];
  /** Stores what else belongs to the batch. */
  note?: (batch: Selectable<BatchTable>) => Promise<void>;
};

/** Rows of one insert: with 24 columns well below SQLite's 32,766 parameters. */
const INSERT_ROWS = 400;

/** The edition of the fonts that draws all of it; 0 where no font does: what came as a picture, or as a printer's own bytes. */
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
  const setup = { ...getSetup(config), ...contents.setup };
  const needs = joinSetupNeeds(workOutNeeds(contents.content), setup);
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
      counts: writeCounts({ queued: rest.total }),
      finished_at: null,
      hidden_at: null,
      printer_group_id: group?.id ?? null,
      group_name: group?.name ?? '',
      fonts: edition === 0 ? '' : getFontsDigest(edition),
      needs: joinFontNeeds(needs, edition),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** One row for every physical label: the copies of a row follow each other. */
const getDetail = (
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
    const details = some.map((label) => getDetail(batch, label));
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

/** The answer given before to this submission, or null. @throws 409 when it was another one */
const earlier = async (
  executor: Executor,
  { key, origin: { batchNo } }: Submission,
): Promise<CallOutput<'print'> | null> =>
  (await earlierAnswer(executor, key)) ??
  (batchNo === undefined ? null : earlierBatch(executor, { ...key, batchNo }));

/**
 * The answer given before to this submission, or null: asked before anything else, since what was accepted stays accepted
 * whatever has changed meanwhile. @throws 409 when it was another one
 */
export const earlierSubmission = (submission: Submission): Promise<CallOutput<'print'> | null> =>
  earlier(submission.ctx.db.kysely, submission);

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

/** Stores a batch whole, and lets whoever waits for it know. */
const store = async (
  tx: Tx,
  { ctx, key, origin, expireAfter }: Submission,
  target: Target,
  contents: Contents,
): Promise<CallOutput<'print'>> => {
  const { source, batchNo, key: apiKey } = origin;
  const { memberId, now } = key;
  const total = contents.labels.length;
  const batch = await insertBatch(tx, target, contents, {
    batch_no: batchNo ?? (await nextBatchNo(tx, { memberId, now })),
    total,
    source,
    api_key_id: apiKey?.id ?? null,
    webhook: apiKey?.webhook ?? null,
    idempotency_key: key.key,
    request_hash: key.hash,
    created_at: now,
    expires_at: now + expireAfter * SECOND,
  });
  await contents.note?.(batch);
  await insertDetails(tx, batch, contents.labels);
  await addToQuarters(tx, [{ batch, before: null, after: { queued: total } }]);
  onCommit(tx, () => ctx.bus.emit('client-work', { clientId: batch.client_id }));
  await announceBatch({ ctx, tx, batchId: batch.id });
  return { batchNo: batch.batch_no, total };
};

/**
 * Accepts what `getContents` makes of a submission for its printer, once: stored before it is answered, and a repeat gets the
 * first answer. The member is locked; `getContents` also takes the places in the quota.
 * @throws 404 for what is not the member's, 409 for a key used on another batch or a machine that takes none, 401 for a
 * revoked API key, 403 where only virtual printers may be printed on
 */
export const accept = async (
  submission: Submission,
  getContents: (tx: Tx, target: Target) => Promise<Contents>,
): Promise<CallOutput<'print'>> => {
  const { ctx, key, origin } = submission;
  const before = await earlierSubmission(submission);
  if (before) return before;
  return transaction(ctx.db, async (tx) => {
    const { memberId } = key;
    await lockMember(tx, memberId);
    const meanwhile = await earlier(tx, submission);
    if (meanwhile) return meanwhile;
    await requireLiveKey(tx, origin.key);
    await releaseOldKey(tx, key);
    const target = await submission.target(tx);
    if (origin.virtualOnly && target.client.is_virtual === 0)
      throw forbidden('测试密钥只打到虚拟打印机，请换一个配置或密钥');
    return store(tx, submission, target, await getContents(tx, target));
  });
};
