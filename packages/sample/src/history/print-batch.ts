import type { Template } from '@yunbiao/label';
import {
  copyContextWithActor,
  cancelBatch,
  type Context,
  expireOverdueLabels,
  HOUR,
  toIso,
  leaseLabels,
  type LeasedLabels,
  MINUTE,
  resolveDetail,
  SECOND,
  storeReports,
  submitBatch,
  SYSTEM,
} from '@yunbiao/services';
import { createAgentContext } from './contexts.ts';
import { FIRST_CANCELLED_INDEX, type Counter, computePlannedResult } from './label-results.ts';
import { createSampleRows } from './goods.ts';
import type { Owner, Target } from './clients.ts';
import type { PlannedBatch } from './month.ts';

/** Time of a label from lease to result, ms. */
const MS_PER_LABEL = 1_300;
/** Results per report of an agent. */
const RESULTS_PER_REPORT = 10;
/** Labels a printer requests in advance. */
const LEASE_SIZE = 200;
const EXPIRE_HOURS = 2;

export type Printing = {
  owner: Owner;
  target: Target;
  template: { id: number; content: Template };
  counter: Counter;
  /** Context of the member at another time. */
  at: (ms: number) => Context;
};

type Clock = { now: number };
type Label = LeasedLabels['rows'][number][number];

const reportLabelResults = async (
  { at, target: { client }, counter }: Printing,
  plannedBatch: PlannedBatch,
  { rows, batches: [batch] }: LeasedLabels,
  moment: Clock,
): Promise<void> => {
  if (!batch) return;
  const details = rows.flat();
  for (let start = 0; start < details.length; start += RESULTS_PER_REPORT) {
    const labels = details.slice(start, start + RESULTS_PER_REPORT);
    moment.now += labels.length * MS_PER_LABEL;
    client.seq += labels.length * 2;
    await storeReports({
      ctx: createAgentContext(at(moment.now), client.clientId),
      clientId: client.clientId,
      fence: client.fence,
      seq: client.seq,
      reports: labels.map((label, index) => ({
        detailId: String(label.id),
        attempt: label.attempt,
        fence: client.fence,
        at: toIso(moment.now),
        ...computePlannedResult(plannedBatch, batch, { label, index: start + index, counter }),
      })),
    });
  }
};

/** Prints all labels queued for the printer. */
const printQueuedLabels = async (
  printing: Printing,
  plannedBatch: PlannedBatch,
  moment: Clock,
): Promise<Label[]> => {
  const { client } = printing.target;
  const printed: Label[] = [];
  for (;;) {
    const lease = { clientId: client.clientId, fence: client.fence, localId: plannedBatch.place };
    const ctx = createAgentContext(printing.at(moment.now), client.clientId);
    const leased = await leaseLabels({ ctx, ...lease, room: LEASE_SIZE });
    if (leased.rows.length === 0) return printed;
    await reportLabelResults(printing, plannedBatch, leased, moment);
    printed.push(...leased.rows.flat());
  }
};

/** Cancels a batch after some labels are printed and a few more leased. */
const cancelBatchMidway = async (
  printing: Printing,
  plannedBatch: PlannedBatch,
  batchNo: string,
  moment: Clock,
): Promise<void> => {
  const { at, owner, target } = printing;
  const { clientId, fence } = target.client;
  const leased = await leaseLabels({
    ctx: createAgentContext(at(moment.now), clientId),
    clientId,
    fence,
    localId: plannedBatch.place,
    room: FIRST_CANCELLED_INDEX + 3,
  });
  moment.now += 15 * SECOND;
  await cancelBatch({ ctx: at(moment.now), memberId: owner.memberId, batchNo });
  await reportLabelResults(printing, plannedBatch, leased, moment);
};

/** Resolves an uncertain label as the member would: confirms it or has it reprinted. */
const resolveUncertainLabel = async (
  printing: Printing,
  plannedBatch: PlannedBatch,
  labels: readonly Label[],
  moment: Clock,
): Promise<void> => {
  const { at, owner } = printing;
  const action = plannedBatch.fate === 'reprinted' ? 'reprint' : 'printed';
  const label = labels[action === 'reprint' ? 5 : 2];
  if (!label) return;
  moment.now += 6 * MINUTE;
  await resolveDetail({
    ctx: at(moment.now),
    memberId: owner.memberId,
    input: { id: String(label.id), action, state: 'uncertain' },
  });
  await printQueuedLabels(printing, plannedBatch, moment);
};

/** Simulates a batch from submission to its end, through the services. */
export const simulateBatchPrinting = async (
  printing: Printing,
  plannedBatch: PlannedBatch,
): Promise<void> => {
  const { at, owner, target, template } = printing;
  const { memberId } = owner;
  const clock = { now: plannedBatch.at };
  const { batchNo } = await submitBatch({
    ctx: at(clock.now),
    memberId,
    softwareId: owner.software.id,
    input: {
      printConfigId: target.configId,
      templateId: String(template.id),
      rows: createSampleRows(template.content, plannedBatch),
      copies: plannedBatch.copies,
      idempotencyKey: `sample-${plannedBatch.at}`,
      expireAfter: (EXPIRE_HOURS * HOUR) / SECOND,
      tz: 'Asia/Shanghai',
    },
  });
  if (plannedBatch.fate === 'expired') {
    clock.now += EXPIRE_HOURS * HOUR + MINUTE;
    await expireOverdueLabels({ ctx: copyContextWithActor(at(clock.now), SYSTEM) });
  } else if (plannedBatch.fate === 'withdrawn') {
    clock.now += 40 * SECOND;
    await cancelBatch({ ctx: at(clock.now), memberId, batchNo });
  } else if (plannedBatch.fate === 'cancelled') {
    await cancelBatchMidway(printing, plannedBatch, batchNo, clock);
  } else {
    const labels = await printQueuedLabels(printing, plannedBatch, clock);
    if (plannedBatch.fate === 'reprinted' || plannedBatch.fate === 'confirmed')
      await resolveUncertainLabel(printing, plannedBatch, labels, clock);
  }
};
