import type { Template } from '@yunbiao/label';
import {
  actingAs,
  cancelBatch,
  type Context,
  expireDetails,
  HOUR,
  iso,
  leaseLabels,
  type LeasedLabels,
  MINUTE,
  resolveDetail,
  SECOND,
  storeReports,
  submitBatch,
  SYSTEM,
} from '@yunbiao/services';
import { asAgent } from './acting.ts';
import { CANCELLED_FROM, type Counter, getEnd } from './ends.ts';
import { rowsFor } from './goods.ts';
import type { Owner, Target } from './machines.ts';
import type { PlannedBatch } from './month.ts';

/** What a label takes from its lease to its end. */
const LABEL_MS = 1_300;
/** Labels whose end an agent reports together. */
const TOGETHER = 10;
/** Labels a printer asks for ahead. */
const ROOM = 200;
const EXPIRE_HOURS = 2;

export type Printing = {
  owner: Owner;
  target: Target;
  template: { id: number; content: Template };
  counter: Counter;
  /** The site at another time, with the member acting. */
  at: (ms: number) => Context;
};

type Moment = { now: number };
type Label = LeasedLabels['rows'][number][number];

const report = async (
  { at, target: { machine }, counter }: Printing,
  planned: PlannedBatch,
  { rows, batches: [batch] }: LeasedLabels,
  moment: Moment,
): Promise<void> => {
  if (!batch) return;
  const details = rows.flat();
  for (let start = 0; start < details.length; start += TOGETHER) {
    const labels = details.slice(start, start + TOGETHER);
    moment.now += labels.length * LABEL_MS;
    machine.seq += labels.length * 2;
    await storeReports({
      ctx: asAgent(at(moment.now), machine.clientId),
      clientId: machine.clientId,
      fence: machine.fence,
      seq: machine.seq,
      reports: labels.map((label, index) => ({
        detailId: String(label.id),
        attempt: label.attempt,
        fence: machine.fence,
        at: iso(moment.now),
        ...getEnd(planned, batch, { label, index: start + index, counter }),
      })),
    });
  }
};

/** The printer takes all that waits for it. */
const printAll = async (
  printing: Printing,
  planned: PlannedBatch,
  moment: Moment,
): Promise<Label[]> => {
  const { machine } = printing.target;
  const printed: Label[] = [];
  for (;;) {
    const lease = { clientId: machine.clientId, fence: machine.fence, localId: planned.place };
    const ctx = asAgent(printing.at(moment.now), machine.clientId);
    const leased = await leaseLabels({ ctx, ...lease, room: ROOM });
    if (leased.rows.length === 0) return printed;
    await report(printing, planned, leased, moment);
    printed.push(...leased.rows.flat());
  }
};

/** Some labels are out and a few more with the client when the member cancels. */
const cancelMidway = async (
  printing: Printing,
  planned: PlannedBatch,
  batchNo: string,
  moment: Moment,
): Promise<void> => {
  const { at, owner, target } = printing;
  const { clientId, fence } = target.machine;
  const leased = await leaseLabels({
    ctx: asAgent(at(moment.now), clientId),
    clientId,
    fence,
    localId: planned.place,
    room: CANCELLED_FROM + 3,
  });
  moment.now += 15 * SECOND;
  await cancelBatch({ ctx: at(moment.now), memberId: owner.memberId, batchNo });
  await report(printing, planned, leased, moment);
};

/** The member settles what nobody could tell: looks at the paper, or has it printed again. */
const resolve = async (
  printing: Printing,
  planned: PlannedBatch,
  labels: readonly Label[],
  moment: Moment,
): Promise<void> => {
  const { at, owner } = printing;
  const action = planned.fate === 'reprinted' ? 'reprint' : 'printed';
  const label = labels[action === 'reprint' ? 5 : 2];
  if (!label) return;
  moment.now += 6 * MINUTE;
  await resolveDetail({
    ctx: at(moment.now),
    memberId: owner.memberId,
    input: { id: String(label.id), action, state: 'uncertain' },
  });
  await printAll(printing, planned, moment);
};

/** A batch from its submission to its end, through the verbs of the site. */
export const printBatch = async (printing: Printing, planned: PlannedBatch): Promise<void> => {
  const { at, owner, target, template } = printing;
  const { memberId } = owner;
  const moment = { now: planned.at };
  const { batchNo } = await submitBatch({
    ctx: at(moment.now),
    memberId,
    softwareId: owner.software.id,
    input: {
      printConfigId: target.configId,
      templateId: String(template.id),
      rows: rowsFor(template.content, planned),
      copies: planned.copies,
      idempotencyKey: `sample-${planned.at}`,
      expireAfter: (EXPIRE_HOURS * HOUR) / SECOND,
      tz: 'Asia/Shanghai',
    },
  });
  if (planned.fate === 'expired') {
    moment.now += EXPIRE_HOURS * HOUR + MINUTE;
    await expireDetails({ ctx: actingAs(at(moment.now), SYSTEM) });
  } else if (planned.fate === 'withdrawn') {
    moment.now += 40 * SECOND;
    await cancelBatch({ ctx: at(moment.now), memberId, batchNo });
  } else if (planned.fate === 'cancelled') {
    await cancelMidway(printing, planned, batchNo, moment);
  } else {
    const labels = await printAll(printing, planned, moment);
    if (planned.fate === 'reprinted' || planned.fate === 'confirmed')
      await resolve(printing, planned, labels, moment);
  }
};
