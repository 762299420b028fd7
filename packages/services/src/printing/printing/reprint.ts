import type { BatchTable, DetailTable, Selectable, Tx } from '@yunbiao/db';
import { onCommit } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { createConflictError } from '../../platform/errors.ts';
import { type DetailChange, NO_TIMESTAMPS, applyDetailChanges } from '../label-state/details.ts';
import { describePrinterFault } from '../print-config/setup.ts';
import {
  storeBatchSetup,
  recordMoves,
  choosePrinterForReprint,
  readSetupsAtPrinter,
} from '../printer-group/index.ts';
import type { OverflowQuestion } from '../overflow/with-overflow-check.ts';
import { findCurrentConfig, buildReprintOverflowCheck } from './reprint-overflow-check.ts';
import { requireCurrentFonts } from './submission/batch-fonts.ts';
import { requireLabelQuota } from './submission/quota.ts';
import type { Target } from './submission/target.ts';
import { isBatchContentStored } from './submission/raw-contents.ts';
import { RAW_RETENTION_DAYS } from './clear-expired-raw.ts';

type Detail = Selectable<DetailTable>;
type Scope = { ctx: Context; tx: Tx };
type ReprintConsent = { newFonts?: boolean | undefined; allowCutOff?: boolean | undefined };

/** States of labels that were printed: a reprint is charged again. */
const PRINTED_STATES = new Set(['sent', 'printed']);
/**
 * States of labels that may have been printed: a reprint is not charged again, but the charge can
 * no longer be returned.
 */
const MAYBE_PRINTED_STATES = new Set(['uncertain', 'failed']);
const REPRINT_FROM = new Set([...PRINTED_STATES, ...MAYBE_PRINTED_STATES, 'cancelled', 'expired']);

/** Queue position after all labels of this printer. */
const findEndOfQueue = async (tx: Tx, printerId: number): Promise<number> => {
  const row = await tx
    .selectFrom('detail')
    .select((eb) => eb.fn.max('queue_order').as('last'))
    .where('printer_id', '=', printerId)
    .executeTakeFirstOrThrow();
  return Number(row.last) + 1;
};

type Charge = Pick<Detail, 'charged_at' | 'charge_spent'>;

const isReprintCharged = ({ charged_at: chargedAt, state }: Detail): boolean =>
  chargedAt === null || PRINTED_STATES.has(state);

/** Change of the charge when a label is sent again. */
const computeReprintCharge = (detail: Detail, now: number): Partial<Charge> => {
  if (isReprintCharged(detail)) return { charged_at: now, charge_spent: 0 };
  return MAYBE_PRINTED_STATES.has(detail.state) ? { charge_spent: 1 } : {};
};

/** Keeps the earlier charge of labels that are charged again. */
const storePastCharges = async (
  tx: Tx,
  details: readonly Detail[],
  softwareId: number,
): Promise<void> => {
  for (const { id, member_id: memberId, charged_at: chargedAt } of details.filter(isReprintCharged))
    if (chargedAt !== null)
      await tx
        .insertInto('past_charge')
        .values({
          member_id: memberId,
          software_id: softwareId,
          detail_id: id,
          charged_at: chargedAt,
        })
        .execute();
};

/** Returns the batch if its content is still stored. @throws 409 */
const requireReprintableBatch = async (
  tx: Tx,
  batchId: number,
): Promise<Selectable<BatchTable>> => {
  const batch = await tx
    .selectFrom('batch')
    .selectAll()
    .where('id', '=', batchId)
    .executeTakeFirstOrThrow();
  if (!(await isBatchContentStored(tx, batchId)))
    throw createConflictError(
      `原样打印的内容只留 ${RAW_RETENTION_DAYS} 天，已经没有了，请重新提交`,
    );
  return batch;
};

/** Printer for labels that are sent again, and the overflow check to run before. */
type Place = {
  clientId: number;
  printerId: number;
  /** If present, labels print with this setup instead of the one stored with the batch. */
  target?: Target;
  /** The printer that the labels leave, and why. */
  move?: { from: { id: number; name: string }; reason: string };
  question?: OverflowQuestion | undefined;
};

type PlannedReprint = { details: readonly [Detail, ...Detail[]]; place: Place };

/** A reprint whose conditions are checked and of which nothing is written. */
export type ReprintPlan = {
  /** The batch, with the fonts of the reprint. */
  batch: Selectable<BatchTable>;
  fonts: ReturnType<typeof requireCurrentFonts>;
  reprints: readonly PlannedReprint[];
  questions: readonly OverflowQuestion[];
};

/**
 * The current configuration for a reprint at the same printer, so that a new calibration applies.
 * Undefined for labels without a template (measuring labels, raw data), which keep their setup.
 */
const findCurrentConfigForReprint = async (
  tx: Tx,
  batch: Selectable<BatchTable>,
  printerId: number,
): Promise<Target | undefined> => {
  const config =
    batch.template_id === null ? undefined : await findCurrentConfig(tx, batch, printerId);
  if (!config) return undefined;
  const printer = await tx
    .selectFrom('printer')
    .selectAll()
    .where('id', '=', printerId)
    .executeTakeFirstOrThrow();
  // When the printer does not support the current configuration, the accepted setup stays.
  if (describePrinterFault(config, printer) !== '') return undefined;
  const client = await tx
    .selectFrom('client')
    .selectAll()
    .where('id', '=', printer.client_id)
    .executeTakeFirstOrThrow();
  return { config, client, printer };
};

/**
 * Chooses the printer for the reprint: the same one, or another of the group. A batch has one setup
 * a printer, so labels that meet at a printer use the target that is planned for it.
 * @throws 409
 */
const choosePlace = async (
  { ctx, tx }: Scope,
  batch: Selectable<BatchTable>,
  details: readonly [Detail, ...Detail[]],
  { isAgreed, planned }: { isAgreed: boolean; planned: ReadonlyMap<number, Target> },
): Promise<Place> => {
  const [{ client_id: clientId, printer_id: printerId }] = details;
  const storedSetup = (await readSetupsAtPrinter(tx, [batch.id], printerId)).get(batch.id)?.setup;
  const before = storedSetup ?? batch.setup;
  const chosenPrinter = await choosePrinterForReprint(ctx, tx, batch, printerId);
  if (chosenPrinter.kind === 'gone')
    throw createConflictError(`${chosenPrinter.why}，请用另一台打印机重新提交`);
  if (chosenPrinter.kind === 'there') {
    const target =
      planned.get(printerId) ?? (await findCurrentConfigForReprint(tx, batch, printerId));
    if (!target) return { clientId, printerId };
    const { config } = target;
    const question = buildReprintOverflowCheck(batch, details, { before, config }, isAgreed);
    return { clientId, printerId, target, question };
  }
  const { to, from, why } = chosenPrinter;
  const target = planned.get(to.printer.id) ?? to;
  const { config } = target;
  return {
    clientId: target.client.id,
    printerId: target.printer.id,
    target,
    move: { from, reason: why },
    question: buildReprintOverflowCheck(batch, details, { before, config }, isAgreed),
  };
};

/**
 * Plans to send labels of one batch again, each as its next attempt, at the end of the queue of
 * their printer, or of another printer of the group when that one is not ready. Reads only. The
 * caller has locked the labels, their client and their member. The current configuration applies.
 * `newFonts`, `allowCutOff`: the member accepts that other fonts are used, or that changed
 * calibration or stock cuts off content.
 * @throws 402 when the quota is exceeded; 409 for a state that does not allow it, for changed fonts
 * and for stock that has become too small
 */
export const planReprint = async (
  { ctx, tx }: Scope,
  details: readonly [Detail, ...Detail[]],
  { newFonts = false, allowCutOff = false }: ReprintConsent,
): Promise<ReprintPlan> => {
  if (details.some(({ state }) => !REPRINT_FROM.has(state)))
    throw createConflictError('这张标签还在排队或正在打印，不用重新打印');
  const [{ batch_id: batchId, member_id: memberId }] = details;
  const storedBatch = await requireReprintableBatch(tx, batchId);
  const fonts = requireCurrentFonts(storedBatch, newFonts);
  const batch = { ...storedBatch, ...fonts };
  const labels = details.filter(isReprintCharged).length;
  if (labels > 0)
    await requireLabelQuota({ ctx, tx, memberId, softwareId: batch.software_id, labels });
  const reprints: PlannedReprint[] = [];
  const targets = new Map<number, Target>();
  for (const [, [first, ...rest]] of Map.groupBy(details, (detail) => detail.printer_id)) {
    if (!first) continue;
    const consent = { isAgreed: allowCutOff, planned: targets };
    const place = await choosePlace({ ctx, tx }, batch, [first, ...rest], consent);
    if (place.target) targets.set(place.printerId, place.target);
    reprints.push({ details: [first, ...rest], place });
  }
  const questions = reprints.flatMap(({ place: { question } }) => (question ? [question] : []));
  return { batch, fonts, reprints, questions };
};

/** Stores the setup that applies at the printer, and the move there in the labels' history. */
const storeReprintSetupAndMove = async (
  tx: Tx,
  batch: Selectable<BatchTable>,
  { details, place: { target, move } }: PlannedReprint,
  now: number,
): Promise<void> => {
  if (!target) return;
  await storeBatchSetup(tx, batch, target, now);
  if (!move) return;
  const nextAttempts = details.map((detail) => ({ ...detail, attempt: detail.attempt + 1 }));
  await recordMoves(tx, nextAttempts, { ...move, to: target, at: now });
};

/** Changes of labels that go to the end of a printer's queue, in their order. */
const buildReprintChanges = (
  { batch, queueEnd, now }: { batch: Selectable<BatchTable>; queueEnd: number; now: number },
  { details, place: { clientId, printerId } }: PlannedReprint,
): DetailChange[] =>
  details.map((detail, index) => ({
    ids: [detail.id],
    set: {
      ...computeReprintCharge(detail, now),
      client_id: clientId,
      printer_id: printerId,
      recall: 0,
      state: 'queued',
      evidence: 'none',
      reason: '',
      attempt: detail.attempt + 1,
      fence: null,
      cancel_requested: 0,
      counter_from: null,
      counter_to: null,
      queue_order: queueEnd + index,
      queued_at: now,
      leased_at: null,
      ...NO_TIMESTAMPS,
      // The same time to live as the batch had.
      expires_at: now + (batch.expires_at - batch.created_at),
    },
  }));

/** Sends labels again as planned in the same transaction. */
export const applyReprint = async (
  { ctx, tx }: Scope,
  { batch, fonts, reprints }: ReprintPlan,
): Promise<void> => {
  const now = ctx.now();
  if (fonts) await tx.updateTable('batch').set(fonts).where('id', '=', batch.id).execute();
  const changes: DetailChange[] = [];
  for (const reprint of reprints) {
    const { clientId, printerId } = reprint.place;
    await storePastCharges(tx, reprint.details, batch.software_id);
    await storeReprintSetupAndMove(tx, batch, reprint, now);
    const queueEnd = await findEndOfQueue(tx, printerId);
    changes.push(...buildReprintChanges({ batch, queueEnd, now }, reprint));
    onCommit(tx, () => ctx.bus.emit('client-work', { clientId }));
  }
  await applyDetailChanges({ ctx, tx, changes });
};
