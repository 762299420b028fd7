import { parseTemplate } from '@yunbiao/contract';
import { CUT_OFF } from '@yunbiao/contract/envelope';
import { readSetup, type Setup } from '@yunbiao/contract/gateway';
import type { BatchTable, DetailTable, PrintConfigTable, Selectable, Tx } from '@yunbiao/db';
import { isMoved, type LabelData, stockFit, stockTrouble } from '@yunbiao/label';
import { ServiceError } from '../errors.ts';
import { setupOf } from '../print-config/setup.ts';
import { firstCut, movedMedia } from './cut-off.ts';

type Config = Selectable<PrintConfigTable>;
type Label = Pick<Selectable<DetailTable>, 'sequence' | 'data'>;

/** What of a setup says where content lies on its label. */
const placingOf = (setup: Setup): string => {
  const { widthMm, heightMm, rotation, offsetXMm, offsetYMm, pitchScale, dpi } = setup;
  return JSON.stringify([widthMm, heightMm, rotation, offsetXMm, offsetYMm, pitchScale, dpi]);
};

/** Why content of labels falls off with this configuration that did not with what they were printed with; '' when none does. */
const trouble = async (
  batch: Selectable<BatchTable>,
  labels: readonly Label[],
  { before, config }: { before: Setup; config: Config },
): Promise<string> => {
  const setup = setupOf(config);
  if (placingOf(setup) === placingOf(before)) return '';
  const template = parseTemplate(JSON.parse(batch.template));
  if (stockFit(template, before) !== 'larger') {
    const larger = stockTrouble(template, { ...setup, name: config.name });
    if (larger !== '') return larger;
  }
  if (!isMoved(setup)) return '';
  const place = { name: config.name, setup, meant: movedMedia(before) };
  const rows = labels.map(({ sequence, data }) => ({
    sequence,
    data: JSON.parse(data) as LabelData,
  }));
  const cut = await firstCut({ template, labels: rows, places: [place] });
  if (cut === null || cut === 'too-many') return '';
  return `配置“${cut.name}”的校准改过了，第 ${cut.label.sequence} 行现在有内容印到标签外面：${cut.lost}`;
};

/**
 * Labels that are printed again with a configuration as it is now.
 * @throws 409, with a reason of its own, where calibration or stock are others since, content falls off that did not
 * before, and nobody said that it may (`isAgreed`)
 */
export const refuseCutAgain = async (
  batch: Selectable<BatchTable>,
  labels: readonly Label[],
  at: { before: string; config: Config },
  isAgreed: boolean,
): Promise<void> => {
  if (isAgreed) return;
  const why = await trouble(batch, labels, { ...at, before: readSetup(at.before) });
  if (why !== '') throw new ServiceError(409, why, { reason: CUT_OFF });
};

/** The configuration labels of a batch at a printer are printed with, as it is now; undefined for one that is no more. */
export const configNow = async (
  tx: Tx,
  batch: Selectable<BatchTable>,
  printerId: number,
): Promise<Config | undefined> => {
  const place = await tx
    .selectFrom('batch_place')
    .select('print_config_id')
    .where('batch_id', '=', batch.id)
    .where('printer_id', '=', printerId)
    .executeTakeFirst();
  const id = place ? place.print_config_id : batch.print_config_id;
  if (id === null) return undefined;
  return tx
    .selectFrom('print_config')
    .selectAll()
    .where('id', '=', id)
    .where('printer_id', '=', printerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
};
