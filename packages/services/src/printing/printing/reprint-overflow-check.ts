import { parseTemplate } from '@yunbiao/contract';
import { CUT_OFF } from '@yunbiao/contract/core/envelope';
import { parsePrintSetup, type Setup } from '@yunbiao/contract/printing/print-setup';
import type { BatchTable, DetailTable, PrintConfigTable, Selectable, Tx } from '@yunbiao/db';
import {
  hasCalibrationCorrection,
  type LabelData,
  compareTemplateToStock,
  describeStockFault,
} from '@yunbiao/label';
import type { LabelToCheck } from '../overflow/find-first-overflow.ts';
import type { OverflowQuestion } from '../overflow/with-overflow-check.ts';
import { createConflictError, ServiceError } from '../../platform/errors.ts';
import { buildPrintSetup } from '../print-config/setup.ts';
import { getCalibratedMedia } from './submission/overflow-check.ts';
import { formatRowName } from './submission/rows.ts';

type Config = Selectable<PrintConfigTable>;
type Label = Pick<Selectable<DetailTable>, 'id' | 'sequence' | 'sheet_row' | 'data'>;

/** Values of a setup that determine where content lies on its label. */
const serializeLayoutSettings = (setup: Setup): string => {
  const { widthMm, heightMm, rotation, offsetXMm, offsetYMm, pitchScale, dpi } = setup;
  return JSON.stringify([widthMm, heightMm, rotation, offsetXMm, offsetYMm, pitchScale, dpi]);
};

const createCutOffError = (reason: string): ServiceError =>
  new ServiceError(409, reason, { reason: CUT_OFF });

function* iterateLabelData(labels: readonly Label[]): Generator<LabelToCheck> {
  for (const { sequence, data } of labels)
    yield { row: sequence, data: JSON.parse(data) as LabelData };
}

const formatCutRowName = (labels: readonly Label[], row: number): string =>
  formatRowName(row, labels.find(({ sequence }) => sequence === row)?.sheet_row);

/**
 * Overflow check to run before labels are printed again with the current configuration. Undefined
 * when none is needed, or when the member has accepted a cut-off (`isAgreed`).
 * @throws 409 with its own reason when the stock is now smaller than the printed content
 */
export const buildReprintOverflowCheck = (
  batch: Selectable<BatchTable>,
  labels: readonly Label[],
  { before: beforeText, config }: { before: string; config: Config },
  isAgreed: boolean,
): OverflowQuestion | undefined => {
  if (isAgreed) return undefined;
  const [before, setup] = [parsePrintSetup(beforeText), buildPrintSetup(config)];
  if (serializeLayoutSettings(setup) === serializeLayoutSettings(before)) return undefined;
  const template = parseTemplate(JSON.parse(batch.template));
  if (compareTemplateToStock(template, before) !== 'larger') {
    const larger = describeStockFault(template, { ...setup, name: config.name });
    if (larger !== '') throw createCutOffError(larger);
  }
  if (!hasCalibrationCorrection(setup)) return undefined;
  return {
    key: JSON.stringify([batch.id, before, config.name, setup, labels.map(({ id }) => id)]),
    template,
    targets: [
      {
        name: config.name,
        media: getCalibratedMedia(setup),
        reference: getCalibratedMedia(before),
      },
    ],
    count: labels.length,
    iterateLabels: () => iterateLabelData(labels),
    toError: (cut) =>
      // No overflow was found, so this is not the error that makes the page ask for consent.
      cut === 'too-many'
        ? createConflictError('标签太多，没法一张张看现在会不会超出标签：分几次重新打印')
        : createCutOffError(
            `配置“${cut.name}”的校准改过了，${formatCutRowName(labels, cut.row)}现在有内容超出标签：${cut.lost}`,
          ),
  };
};

/** The current configuration for labels of a batch at a printer; undefined when it was deleted. */
export const findCurrentConfig = async (
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
