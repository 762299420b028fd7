import type { CallOutput, CallParsed } from '@yunbiao/contract';
import { CONFIG_RANGES } from '@yunbiao/contract/limits/print-config';
import {
  lockMember,
  type PrintConfigTable,
  type Selectable,
  transaction,
  type Tx,
} from '@yunbiao/db';
import { type Correction, recalibrated } from '@yunbiao/label/calibration';
import type { Context } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { configRows, presentConfig, toHundredths } from '../print-config/present.ts';
import { getSetup } from '../print-config/setup.ts';
import { listMarks, printedWith } from './calibrate-print.ts';

type Config = CallOutput<'calibrate'>;
type Scope = { ctx: Context; tx: Tx; memberId: number };

const getConfig = async (
  { tx, memberId }: Scope,
  id: string,
): Promise<Selectable<PrintConfigTable>> => {
  const row = await configRows(tx, memberId)
    .where('print_config.id', '=', Number(id))
    .executeTakeFirst();
  if (!row) throw notFound('没有这个打印机配置');
  return row;
};

/** Stores a correction, with what it takes back when it was measured. */
const correct = async (
  { ctx, tx, memberId }: Scope,
  id: string,
  { to, from }: { to: Correction; from: Correction | null },
): Promise<Config> => {
  await tx
    .updateTable('print_config')
    .set({
      offset_x: toHundredths(to.offsetXMm),
      offset_y: toHundredths(to.offsetYMm),
      pitch_scale: toHundredths(to.pitchScale),
      calibrated_from: from && JSON.stringify(from),
      updated_at: ctx.now(),
    })
    .where('id', '=', Number(id))
    .where('member_id', '=', memberId)
    .execute();
  const row = await configRows(tx, memberId)
    .where('print_config.id', '=', Number(id))
    .executeTakeFirstOrThrow();
  return presentConfig(ctx, row);
};

/** @throws 400 at the number that cannot be right */
const checkSane = ({ offsetXMm, offsetYMm, pitchScale }: Correction): void => {
  const { offsetXMm: x, offsetYMm: y, pitchScale: pitch } = CONFIG_RANGES;
  const most = (mm: number): string =>
    `要移 ${mm} mm，超过 ${x.max} mm；多半量错了线，或者纸没有装好`;
  if (pitchScale < pitch.min || pitchScale > pitch.max)
    throw invalid({
      spanMm: `走纸比例要改成 ${pitchScale} %，超出 ${pitch.min} 到 ${pitch.max} %；多半量错了线，或者标签高填错了`,
    });
  if (Math.abs(offsetXMm) > x.max) throw invalid({ leftMm: most(offsetXMm) });
  if (Math.abs(offsetYMm) > y.max) throw invalid({ topMm: most(offsetYMm) });
};

/**
 * Corrects a configuration by what was measured on a calibration label. What that label was printed with decides, so that it
 * comes out the same when it is told twice.
 * @throws 400 at a number that cannot be right, 404, 409 where paper or printer are others since
 */
export const calibrate = ({
  ctx,
  memberId,
  input,
}: {
  ctx: Context;
  memberId: number;
  input: CallParsed<'calibrate'>;
}): Promise<Config> =>
  transaction(ctx.db, async (tx) => {
    const scope = { ctx, tx, memberId };
    await lockMember(tx, memberId);
    const config = await getConfig(scope, input.id);
    const configId = config.id;
    const { setup, printerId } = await printedWith(tx, {
      memberId,
      configId,
      batchNo: input.batchNo,
    });
    const now = getSetup(config);
    const isSame =
      printerId === config.printer_id &&
      now.widthMm === setup.widthMm &&
      now.heightMm === setup.heightMm &&
      now.shiftMm === setup.shiftMm;
    if (!isSame) throw conflict('打了校准标签以后，配置的打印机或标签纸改过了；重新打一张再量');
    const marks = listMarks(setup);
    const { leftMm, topMm, spanMm = marks.spanMm } = input;
    const to = recalibrated(setup, marks, { leftMm, topMm, spanMm });
    checkSane(to);
    const { offsetXMm, offsetYMm, pitchScale } = setup;
    return correct(scope, input.id, { to, from: { offsetXMm, offsetYMm, pitchScale } });
  });

/** Offset and feed correction as they were before they were measured. @throws 404, 409 where there is nothing to take back */
export const calibrateUndo = ({
  ctx,
  memberId,
  id,
}: {
  ctx: Context;
  memberId: number;
  id: string;
}): Promise<Config> =>
  transaction(ctx.db, async (tx) => {
    const scope = { ctx, tx, memberId };
    await lockMember(tx, memberId);
    const { calibrated_from: from } = await getConfig(scope, id);
    if (from === null) throw conflict('没有可以撤回的校准');
    return correct(scope, id, { to: JSON.parse(from) as Correction, from: null });
  });
