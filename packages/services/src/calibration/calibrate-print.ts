import { createHash } from 'node:crypto';
import { type CallOutput, type CallParsed, parseTemplate } from '@yunbiao/contract';
import { readSetup, type Setup } from '@yunbiao/contract/gateway';
import type { Executor, Tx } from '@yunbiao/db';
import { calibrationMarks, calibrationTemplate, type Marks } from '@yunbiao/label/calibration';
import type { Context } from '../context.ts';
import { conflict, notFound } from '../errors.ts';
import { accept, type Contents } from '../printing/accept.ts';
import { softwareOfConfig } from '../printing/config-software.ts';
import { requireQuota } from '../printing/quota.ts';
import { getSetup } from '../print-config/setup.ts';
import { configTarget, type Target } from '../printing/target.ts';

/** What its batch is called, and known by. */
export const CALIBRATION_NAME = '校准标签';

/** The setup a calibration label was printed with. @throws 404 for what is none of this configuration */
export const printedWith = async (
  executor: Executor,
  of: { memberId: number; configId: number; batchNo: string },
): Promise<{ setup: Setup; printerId: number }> => {
  const batch = await executor
    .selectFrom('batch')
    .select(['setup', 'printer_id'])
    .where('member_id', '=', of.memberId)
    .where('batch_no', '=', of.batchNo)
    .where('print_config_id', '=', of.configId)
    .where('template_name', '=', CALIBRATION_NAME)
    .where('template_id', 'is', null)
    .executeTakeFirst();
  if (!batch) throw notFound('没有这张校准标签，请重新打一张');
  return { setup: readSetup(batch.setup), printerId: batch.printer_id };
};

/** Where the frame lies with a setup. @throws 409 where what is set leaves no room for one */
export const listMarks = (setup: Setup): Marks => {
  const marks = calibrationMarks(setup);
  if (marks) return marks;
  throw conflict('这张标签太小，或者现在的偏移太大，放不下校准的框；先把偏移改回 0 再打');
};

const getContents = ({ config }: Target, softwareId: number): Contents => {
  const setup = getSetup(config);
  const template = calibrationTemplate(setup, listMarks(setup));
  return {
    softwareId,
    templateId: null,
    name: CALIBRATION_NAME,
    content: JSON.stringify(parseTemplate(template)),
    width: config.width,
    height: config.height,
    // The paper is measured as it lies in the printer, whichever way contents are turned on it.
    setup: { rotation: 0 },
    labels: [{ sequence: 1, copy: 1, data: '{}', title: CALIBRATION_NAME, fontEdition: 1 }],
  };
};

/** Seconds: whoever calibrates stands beside the printer. */
const EXPIRE_AFTER_S = 3600;

/**
 * Prints the label that is measured, the way every label is printed.
 * @throws 402, 403, 404, 409 as for batches; 409 where the label has no room for the frame
 */
export const calibratePrint = async ({
  ctx,
  memberId,
  input: { id, idempotencyKey },
}: {
  ctx: Context;
  memberId: number;
  input: CallParsed<'calibratePrint'>;
}): Promise<CallOutput<'calibratePrint'>> => {
  const softwareId = await softwareOfConfig(ctx, { id: Number(id), memberId });
  const hash = createHash('sha256').update(`calibrate ${id}`).digest('hex');
  const { batchNo } = await accept(
    {
      ctx,
      key: { memberId, key: idempotencyKey, hash, now: ctx.now() },
      origin: { source: 'designer' },
      target: configTarget(memberId, Number(id)),
      expireAfter: EXPIRE_AFTER_S,
    },
    async (tx: Tx, target) => {
      const contents = getContents(target, softwareId);
      await requireQuota({ ctx, tx, memberId, softwareId, labels: 1 });
      return contents;
    },
  );
  const { setup } = await printedWith(ctx.db.kysely, { memberId, configId: Number(id), batchNo });
  const { leftMm, topMm, spanMm } = listMarks(setup);
  return { batchNo, marks: { leftMm, topMm, spanMm } };
};
