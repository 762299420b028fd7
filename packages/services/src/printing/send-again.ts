import type { BatchTable, DetailTable, Selectable, Tx } from '@yunbiao/db';
import { onCommit } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { conflict } from '../errors.ts';
import { type DetailChange, NO_HOPS, settleDetails } from '../label-state/details.ts';
import { machineTrouble } from '../print-config/setup.ts';
import { keepPlace, noteMoves, printerForAgain, setupsAt } from '../printer-group/index.ts';
import type { CutQuestion, RequireWhole } from '../cut-off/looks.ts';
import { configNow, cutAgainQuestion } from './again-cut-off.ts';
import { takeFontsOfNow } from './batch-fonts.ts';
import { requireQuota } from './quota.ts';
import { isContentKept } from './raw-contents.ts';
import { RAW_KEPT_DAYS } from './raw-sweep.ts';

type Detail = Selectable<DetailTable>;
type Scope = { ctx: Context; tx: Tx };
type Agreed = { newFonts?: boolean | undefined; allowCutOff?: boolean | undefined };

/** They came out: once more counts once more. */
const CAME_OUT = new Set(['sent', 'printed']);
/** They may have come out; nothing is charged again, and nothing given back any more. */
const MAY_BE_OUT = new Set(['uncertain', 'failed']);
const REPRINT_FROM = new Set([...CAME_OUT, ...MAY_BE_OUT, 'cancelled', 'expired']);

/** After everything that waits for this printer now. */
const endOfQueue = async (tx: Tx, printerId: number): Promise<number> => {
  const row = await tx
    .selectFrom('detail')
    .select((eb) => eb.fn.max('queue_order').as('last'))
    .where('printer_id', '=', printerId)
    .executeTakeFirstOrThrow();
  return Number(row.last) + 1;
};

type Charge = Pick<Detail, 'charged_at' | 'charge_spent'>;

const takesPlace = ({ charged_at: chargedAt, state }: Detail): boolean =>
  chargedAt === null || CAME_OUT.has(state);

/** What sending a label again changes about its charge. */
const chargeAgain = (detail: Detail, now: number): Partial<Charge> => {
  if (takesPlace(detail)) return { charged_at: now, charge_spent: 0 };
  return MAY_BE_OUT.has(detail.state) ? { charge_spent: 1 } : {};
};

/** The places in the month's quota that sending them again takes, all or none. @throws 402 */
const takePlaces = async (
  { ctx, tx }: Scope,
  details: readonly Detail[],
  softwareId: number,
): Promise<void> => {
  const taking = details.filter(takesPlace);
  const [first] = taking;
  if (!first) return;
  const { member_id: memberId } = first;
  await requireQuota({ ctx, tx, memberId, softwareId, labels: taking.length });
  for (const { id, charged_at: chargedAt } of taking)
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

/** The batch they are of, while there is something to print. @throws 409 */
const findOpenBatch = async (tx: Tx, batchId: number): Promise<Selectable<BatchTable>> => {
  const batch = await tx
    .selectFrom('batch')
    .selectAll()
    .where('id', '=', batchId)
    .executeTakeFirstOrThrow();
  if (!(await isContentKept(tx, batchId)))
    throw conflict(`原样打印的内容只留 ${RAW_KEPT_DAYS} 天，已经没有了，请重新提交`);
  return batch;
};

/** Where labels that were at a printer go now, and what of them has to be looked at before. */
type Place = { clientId: number; printerId: number; question?: CutQuestion | undefined };

/**
 * What is printed again where it was is printed as its configuration says now: whoever has calibrated since wants that.
 * Of what is nobody's template (a measured label, what came as it is) the setup is part. @throws 409 where the stock is smaller
 */
const takeSetupOfNow = async (
  { ctx, tx }: Scope,
  batch: Selectable<BatchTable>,
  details: readonly Detail[],
  { before, printerId, isAgreed }: { before: string; printerId: number; isAgreed: boolean },
): Promise<CutQuestion | undefined> => {
  const config = batch.template_id === null ? undefined : await configNow(tx, batch, printerId);
  if (!config) return undefined;
  const printer = await tx
    .selectFrom('printer')
    .selectAll()
    .where('id', '=', printerId)
    .executeTakeFirstOrThrow();
  // What it could not print at all stays as it was accepted.
  if (machineTrouble(config, printer) !== '') return undefined;
  const question = cutAgainQuestion(batch, details, { before, config }, isAgreed);
  const client = await tx
    .selectFrom('client')
    .selectAll()
    .where('id', '=', printer.client_id)
    .executeTakeFirstOrThrow();
  await keepPlace(tx, batch, { config, client, printer }, ctx.now());
  return question;
};

/** Where they were, or at another printer of their group, which their time lines then say. @throws 409 */
const getPlace = async (
  { ctx, tx }: Scope,
  batch: Selectable<BatchTable>,
  details: readonly [Detail, ...Detail[]],
  isAgreed: boolean,
): Promise<Place> => {
  const [{ client_id: clientId, printer_id: printerId }] = details;
  const kept = (await setupsAt(tx, [batch.id], printerId)).get(batch.id)?.setup;
  const before = kept ?? batch.setup;
  const again = await printerForAgain(ctx, tx, batch, printerId);
  if (again.kind === 'gone') throw conflict(`${again.why}，请用另一台打印机重新提交`);
  if (again.kind === 'there') {
    const question = await takeSetupOfNow({ ctx, tx }, batch, details, {
      before,
      printerId,
      isAgreed,
    });
    return { clientId, printerId, question };
  }
  const { to, from, why } = again;
  const question = cutAgainQuestion(batch, details, { before, config: to.config }, isAgreed);
  const sent = details.map((detail) => ({ ...detail, attempt: detail.attempt + 1 }));
  await noteMoves(tx, sent, { from, to, reason: why, at: ctx.now() });
  return { clientId: to.client.id, printerId: to.printer.id, question };
};

/**
 * Sends labels of one batch again, each as its next attempt, in their order at the end of the queue of its printer, or of
 * another of their group when that one is not ready. They, their client and their member are locked by the caller.
 * They are drawn with the configuration as it is now. `newFonts`, `allowCutOff`: the member knows that they are drawn with
 * other fonts than they were, that content falls off where calibration or stock are others.
 * @throws 402 when they need more places in the quota than are free, 409 from a state that does not allow it, and when
 * fonts have changed or content would now fall off
 */
export const sendAgain = async (
  { ctx, tx, requireWhole }: Scope & { requireWhole: RequireWhole },
  details: readonly [Detail, ...Detail[]],
  { newFonts = false, allowCutOff = false }: Agreed,
): Promise<void> => {
  if (details.some(({ state }) => !REPRINT_FROM.has(state)))
    throw conflict('这张标签还在排队或正在打印，不用重打');
  const batch = await takeFontsOfNow(tx, await findOpenBatch(tx, details[0].batch_id), newFonts);
  const now = ctx.now();
  await takePlaces({ ctx, tx }, details, batch.software_id);
  const changes: DetailChange[] = [];
  const questions: CutQuestion[] = [];
  for (const [, [first, ...rest]] of Map.groupBy(details, (detail) => detail.printer_id)) {
    if (!first) continue;
    const { clientId, printerId, question } = await getPlace(
      { ctx, tx },
      batch,
      [first, ...rest],
      allowCutOff,
    );
    if (question) questions.push(question);
    const last = await endOfQueue(tx, printerId);
    for (const [place, detail] of [first, ...rest].entries()) {
      const set = {
        ...chargeAgain(detail, now),
        client_id: clientId,
        printer_id: printerId,
        recall: 0,
        state: 'queued' as const,
        evidence: 'none' as const,
        reason: '',
        attempt: detail.attempt + 1,
        fence: null,
        cancel_requested: 0,
        counter_from: null,
        counter_to: null,
        queue_order: last + place,
        queued_at: now,
        leased_at: null,
        ...NO_HOPS,
        // As long as the batch was given at first.
        expires_at: now + (batch.expires_at - batch.created_at),
      };
      changes.push({ ids: [detail.id], set });
    }
    onCommit(tx, () => ctx.bus.emit('client-work', { clientId }));
  }
  // Last: all that refuses without laying out a label has done so.
  await requireWhole(questions);
  await settleDetails({ ctx, tx, changes });
};
