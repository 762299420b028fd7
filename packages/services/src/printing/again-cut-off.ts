import { parseTemplate } from '@yunbiao/contract';
import { CUT_OFF } from '@yunbiao/contract/envelope';
import { readSetup, type Setup } from '@yunbiao/contract/gateway';
import type { BatchTable, DetailTable, PrintConfigTable, Selectable, Tx } from '@yunbiao/db';
import { isMoved, type LabelData, stockFit, stockTrouble } from '@yunbiao/label';
import type { CutLabel } from '../cut-off/first-cut.ts';
import type { CutQuestion } from '../cut-off/looks.ts';
import { conflict, ServiceError } from '../errors.ts';
import { getSetup } from '../print-config/setup.ts';
import { movedMedia } from './refuse-cut-off.ts';

type Config = Selectable<PrintConfigTable>;
type Label = Pick<Selectable<DetailTable>, 'id' | 'sequence' | 'data'>;

/** What of a setup says where content lies on its label. */
const getPlacing = (setup: Setup): string => {
  const { widthMm, heightMm, rotation, offsetXMm, offsetYMm, pitchScale, dpi } = setup;
  return JSON.stringify([widthMm, heightMm, rotation, offsetXMm, offsetYMm, pitchScale, dpi]);
};

const refused = (why: string): ServiceError => new ServiceError(409, why, { reason: CUT_OFF });

function* getData(labels: readonly Label[]): Generator<CutLabel> {
  for (const { sequence, data } of labels)
    yield { row: sequence, data: JSON.parse(data) as LabelData };
}

/**
 * What has to be looked at before labels are printed again with a configuration as it is now; undefined where nothing has
 * to be, or the member has said that content may fall off (`isAgreed`).
 * @throws 409, with a reason of its own, where the stock is smaller now than what is printed
 */
export const cutAgainQuestion = (
  batch: Selectable<BatchTable>,
  labels: readonly Label[],
  { before: beforeText, config }: { before: string; config: Config },
  isAgreed: boolean,
): CutQuestion | undefined => {
  if (isAgreed) return undefined;
  const [before, setup] = [readSetup(beforeText), getSetup(config)];
  if (getPlacing(setup) === getPlacing(before)) return undefined;
  const template = parseTemplate(JSON.parse(batch.template));
  if (stockFit(template, before) !== 'larger') {
    const larger = stockTrouble(template, { ...setup, name: config.name });
    if (larger !== '') throw refused(larger);
  }
  if (!isMoved(setup)) return undefined;
  return {
    key: JSON.stringify([batch.id, before, config.name, setup, labels.map(({ id }) => id)]),
    template,
    places: [{ name: config.name, media: movedMedia(setup), meant: movedMedia(before) }],
    count: labels.length,
    labels: () => getData(labels),
    refuse: (cut) =>
      // Nothing was found to fall off, so that is not what the page asks about.
      cut === 'too-many'
        ? conflict('标签太多，没法一张张看现在会不会印到标签外面：分几次重打')
        : refused(
            `配置“${cut.name}”的校准改过了，第 ${cut.row} 行现在有内容印到标签外面：${cut.lost}`,
          ),
  };
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
