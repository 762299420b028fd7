import { createHash } from 'node:crypto';
import { type CallOutput, type CallParsed, parseTemplate } from '@yunbiao/contract';
import { parsePrintSetup, type Setup } from '@yunbiao/contract/printing/print-setup';
import type { Executor, Tx } from '@yunbiao/db';
import {
  computeCalibrationFrame,
  createCalibrationTemplate,
  type CalibrationFrame,
} from '@yunbiao/label/calibration';
import type { MemberScope } from '../../platform/context.ts';
import { createConflictError, createNotFoundError } from '../../platform/errors.ts';
import { acceptSubmission, type Contents } from '../printing/submission/accept.ts';
import { getSoftwareIdOfConfig } from '../printing/config-software.ts';
import { requireLabelQuota } from '../printing/submission/quota.ts';
import { buildPrintSetup } from '../print-config/setup.ts';
import { createConfigTargetResolver, type Target } from '../printing/submission/target.ts';

/** Template name of calibration batches. Also identifies them. */
export const CALIBRATION_NAME = '校准标签';

/**
 * Returns the setup a calibration label was printed with.
 * @throws 404 if the batch is not a calibration of this configuration
 */
export const loadCalibrationSetup = async (
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
  if (!batch) throw createNotFoundError('没有这张校准标签，请重新打印一张');
  return { setup: parsePrintSetup(batch.setup), printerId: batch.printer_id };
};

/**
 * Position of the frame on the label.
 * @throws 409 if the label or the offsets leave no room for the frame
 */
export const requireCalibrationFrame = (setup: Setup): CalibrationFrame => {
  const marks = computeCalibrationFrame(setup);
  if (marks) return marks;
  throw createConflictError(
    '这张标签太小，或者现在的偏移太大，放不下校准的框；先把偏移改回 0 再打印',
  );
};

const buildCalibrationContents = ({ config }: Target, softwareId: number): Contents => {
  const setup = buildPrintSetup(config);
  const template = createCalibrationTemplate(setup, requireCalibrationFrame(setup));
  return {
    softwareId,
    templateId: null,
    name: CALIBRATION_NAME,
    content: JSON.stringify(parseTemplate(template)),
    width: config.width,
    height: config.height,
    // Calibration measures the paper as it lies in the printer, so the contents are not rotated.
    setup: { rotation: 0 },
    labels: [
      { sequence: 1, copy: 1, sheetRow: null, data: '{}', title: CALIBRATION_NAME, fontEdition: 1 },
    ],
  };
};

/** Labels expire after this time, s. The user is at the printer during calibration. */
const EXPIRE_AFTER_S = 3600;

/**
 * Prints the calibration label through the normal print path.
 * @throws 402, 403, 404, 409 as for batches; 409 if the label has no room for the frame
 */
export const printCalibrationLabel = async ({
  ctx,
  memberId,
  input: { id, idempotencyKey },
}: MemberScope & { input: CallParsed<'calibratePrint'> }): Promise<
  CallOutput<'calibratePrint'>
> => {
  const softwareId = await getSoftwareIdOfConfig(ctx, { id: Number(id), memberId });
  const hash = createHash('sha256').update(`calibrate ${id}`).digest('hex');
  const { batchNo } = await acceptSubmission(
    {
      ctx,
      key: { memberId, key: idempotencyKey, hash, now: ctx.now() },
      origin: { source: 'designer' },
      resolveTarget: createConfigTargetResolver(memberId, Number(id)),
      expireAfter: EXPIRE_AFTER_S,
    },
    async (tx: Tx, target) => {
      const contents = buildCalibrationContents(target, softwareId);
      await requireLabelQuota({ ctx, tx, memberId, softwareId, labels: 1 });
      return contents;
    },
  );
  const { setup } = await loadCalibrationSetup(ctx.db.kysely, {
    memberId,
    configId: Number(id),
    batchNo,
  });
  const { leftMm, topMm, spanMm } = requireCalibrationFrame(setup);
  return { batchNo, marks: { leftMm, topMm, spanMm } };
};
