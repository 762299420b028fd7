import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { CONFIG_RANGES } from '@yunbiao/contract/limits/print-config';
import { type Tx, runMemberTransaction } from '@yunbiao/db';
import { type CalibrationOffsets, computeCalibrationCorrection } from '@yunbiao/label/calibration';
import type { Context, MemberScope } from '../../platform/context.ts';
import { createConflictError, createInvalidInputError } from '../../platform/errors.ts';
import { presentConfig, toHundredths } from '../print-config/present.ts';
import { buildPrintSetup } from '../print-config/setup.ts';
import { requireCalibrationFrame, loadCalibrationSetup } from './calibrate-print.ts';
import { getConfigWithPrinter } from '../print-config/get-print-config.ts';

type Config = CallOutput<'calibrate'>;
type Scope = { ctx: Context; tx: Tx; memberId: number };

/** Stores a correction. `previousCorrection` is kept for undo, null without one. */
const saveCorrection = async (
  { ctx, tx, memberId }: Scope,
  id: string,
  {
    to,
    previousCorrection,
  }: { to: CalibrationOffsets; previousCorrection: CalibrationOffsets | null },
): Promise<Config> => {
  await tx
    .updateTable('print_config')
    .set({
      offset_x: toHundredths(to.offsetXMm),
      offset_y: toHundredths(to.offsetYMm),
      pitch_scale: toHundredths(to.pitchScale),
      calibrated_from: previousCorrection && JSON.stringify(previousCorrection),
      updated_at: ctx.now(),
    })
    .where('id', '=', Number(id))
    .where('member_id', '=', memberId)
    .execute();
  return presentConfig(ctx, await getConfigWithPrinter(tx, { id: Number(id), memberId }));
};

/** Checks that a correction is plausible. @throws 400 for the field with the implausible value */
const validateCorrection = ({ offsetXMm, offsetYMm, pitchScale }: CalibrationOffsets): void => {
  const { offsetXMm: x, offsetYMm: y, pitchScale: pitch } = CONFIG_RANGES;
  const describeExcess = (mm: number): string =>
    `要移 ${mm} mm，超过 ${x.max} mm；多半量错了线，或者纸没有装好`;
  if (pitchScale < pitch.min || pitchScale > pitch.max)
    throw createInvalidInputError({
      spanMm: `走纸比例要改成 ${pitchScale} %，超出 ${pitch.min} 到 ${pitch.max} %；多半量错了线，或者标签高填错了`,
    });
  if (Math.abs(offsetXMm) > x.max)
    throw createInvalidInputError({ leftMm: describeExcess(offsetXMm) });
  if (Math.abs(offsetYMm) > y.max)
    throw createInvalidInputError({ topMm: describeExcess(offsetYMm) });
};

/**
 * Applies the measurements of a calibration label to its configuration. The correction is computed
 * from the setup that label was printed with, so repeated calls give the same result.
 * @throws 400 for an implausible value, 404, 409 if the paper or the printer has changed since
 */
export const applyCalibration = ({
  ctx,
  memberId,
  input,
}: MemberScope & { input: CallParsed<'calibrate'> }): Promise<Config> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    const scope = { ctx, tx, memberId };
    const config = await getConfigWithPrinter(tx, { id: Number(input.id), memberId });
    const configId = config.id;
    const { setup, printerId } = await loadCalibrationSetup(tx, {
      memberId,
      configId,
      batchNo: input.batchNo,
    });
    const currentSetup = buildPrintSetup(config);
    const isSame =
      printerId === config.printer_id &&
      currentSetup.widthMm === setup.widthMm &&
      currentSetup.heightMm === setup.heightMm &&
      currentSetup.shiftMm === setup.shiftMm;
    if (!isSame)
      throw createConflictError('打印了校准标签以后，配置的打印机或标签纸改过了；重新打印一张再量');
    const marks = requireCalibrationFrame(setup);
    const { leftMm, topMm, spanMm = marks.spanMm } = input;
    const correction = computeCalibrationCorrection(setup, marks, { leftMm, topMm, spanMm });
    validateCorrection(correction);
    const { offsetXMm, offsetYMm, pitchScale } = setup;
    return saveCorrection(scope, input.id, {
      to: correction,
      previousCorrection: { offsetXMm, offsetYMm, pitchScale },
    });
  });

/**
 * Restores the offset and the feed correction from before the last calibration.
 * @throws 404, 409 if there is nothing to undo
 */
export const undoCalibration = ({
  ctx,
  memberId,
  id,
}: MemberScope & { id: string }): Promise<Config> =>
  runMemberTransaction(ctx.db, memberId, async (tx) => {
    const scope = { ctx, tx, memberId };
    const { calibrated_from: from } = await getConfigWithPrinter(tx, { id: Number(id), memberId });
    if (from === null) throw createConflictError('没有可以撤回的校准');
    return saveCorrection(scope, id, {
      to: JSON.parse(from) as CalibrationOffsets,
      previousCorrection: null,
    });
  });
