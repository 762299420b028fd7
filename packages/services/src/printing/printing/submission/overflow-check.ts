import type { CallParsed } from '@yunbiao/contract';
import { getLabelPlacement, type Setup } from '@yunbiao/contract/printing/print-setup';
import type { PrintConfigTable, Selectable, Tx } from '@yunbiao/db';
import { hasCalibrationCorrection, type Media, type Template } from '@yunbiao/label';
import type { Context } from '../../../platform/context.ts';
import type { LabelToCheck, Overflow, OverflowTarget } from '../../overflow/find-first-overflow.ts';
import type { OverflowQuestion } from '../../overflow/with-overflow-check.ts';
import { createInvalidInputError } from '../../../platform/errors.ts';
import { formatRowName } from './rows.ts';
import { buildPrintSetup } from '../../print-config/setup.ts';
import { listConfigsOfGroup, type GroupName } from '../../printer-group/index.ts';
import {
  previewNextSerials,
  listSerialFields,
  formatLabelSerials,
  type AllocatedSerials,
} from '../../../platform/serial/serials.ts';

type Config = Selectable<PrintConfigTable>;
type Input = Pick<CallParsed<'print'>, 'rows' | 'sheetRows' | 'copies' | 'groupId' | 'groupName'>;

/**
 * Media with calibration. A shift moves the whole row, so labels at an edge are cut off like single
 * ones.
 */
export const getCalibratedMedia = (setup: Setup): Media => ({
  ...getLabelPlacement(setup),
  offsetXMm: setup.offsetXMm,
});

/** Media without calibration. */
const getUncalibratedMedia = ({ dpi, rotation }: Setup): Media => ({ dpi, rotation });

/** The printer group of a submission; undefined when it names a configuration. */
export const toGroupName = ({
  groupId,
  groupName,
}: Pick<Input, 'groupId' | 'groupName'>): GroupName | undefined => {
  if (groupId !== undefined) return { id: groupId };
  return groupName === undefined ? undefined : { name: groupName };
};

/** Serial numbers the labels would get now, one range per field. */
const previewSerials = async (
  tx: Tx,
  { template, ...rest }: { memberId: number; templateId: number; template: Template; at: string },
): Promise<AllocatedSerials[]> => {
  const coming = await previewNextSerials(tx, { template, ...rest });
  return listSerialFields(template).flatMap(({ field, rule }) => {
    const first = coming.find((serial) => serial.field === field)?.next;
    return first === undefined ? [] : [{ field, rule, period: '', first, amount: 0 }];
  });
};

/** Copies of a row that differ, because each has its own serial number. */
const countCopiesWithOwnSerial = (
  { copies }: Input,
  serials: readonly AllocatedSerials[],
): number => (serials.some(({ rule }) => rule.perCopy) ? copies : 1);

/** Distinct labels of a submission. */
function* iterateDistinctLabels(
  input: Input,
  serials: readonly AllocatedSerials[],
): Generator<LabelToCheck> {
  const { rows, copies } = input;
  const differing = countCopiesWithOwnSerial(input, serials);
  for (const [index, row] of rows.entries())
    for (let copy = 1; copy <= differing; copy += 1) {
      const numbers = formatLabelSerials(serials, { sequence: index + 1, copy, copies });
      yield { row: index + 1, data: { ...row, ...numbers } };
    }
}

/**
 * Lengths of the serial numbers. Only the length affects the layout: the numbers themselves change
 * when other batches are accepted during the check.
 */
const describeSerialLengths = (
  { rows, copies }: Input,
  serials: readonly AllocatedSerials[],
): string => {
  const [first, last] = [
    { sequence: 1, copy: 1, copies },
    { sequence: rows.length, copy: copies, copies },
  ].map((label) => Object.entries(formatLabelSerials(serials, label)));
  return JSON.stringify(
    [first, last].map((of) => of?.map(([field, text]) => [field, text.length])),
  );
};

const createCutOffError = (
  cut: Overflow | 'too-many',
  { rows, sheetRows }: Pick<Input, 'rows' | 'sheetRows'>,
  hint: string,
): Error => {
  if (cut === 'too-many')
    return createInvalidInputError({
      allowCutOff: `行数太多，没法一行行看校准以后会不会超出标签：分几批打印${hint}`,
    });
  const which = rows.length > 1 ? formatRowName(cut.row, sheetRows?.[cut.row - 1]) : '';
  return createInvalidInputError({
    allowCutOff: `按配置“${cut.name}”的校准移动以后，${which}有内容超出标签：${cut.lost}${hint}`,
  });
};

/**
 * Overflow checks to run before labels are printed without confirmation: whether calibration of the
 * configuration, or of any printer of the group that may print them, moves content off a label.
 * Empty when nothing is moved. `hint`: text that tells the caller how to allow it.
 */
export const buildOverflowChecks = async (
  ctx: Context,
  tx: Tx,
  {
    memberId,
    template: { id: templateId, content, template },
    config,
    input,
    at,
    hint,
  }: {
    memberId: number;
    template: { id: number; content: string; template: Template };
    /** Configuration of the printer that takes the labels now. */
    config: Config;
    input: Input;
    at: string;
    hint: string;
  },
): Promise<OverflowQuestion[]> => {
  const groupName = toGroupName(input);
  const configs = groupName
    ? await listConfigsOfGroup(ctx, tx, { memberId, named: groupName, size: template })
    : [config];
  const places = configs.flatMap((config): OverflowTarget[] => {
    const setup = buildPrintSetup(config);
    if (!hasCalibrationCorrection(setup)) return [];
    return [
      {
        name: config.name,
        media: getCalibratedMedia(setup),
        reference: getUncalibratedMedia(setup),
      },
    ];
  });
  if (places.length === 0) return [];
  const serials = await previewSerials(tx, { memberId, templateId, template, at });
  return [
    {
      key: JSON.stringify([content, places, describeSerialLengths(input, serials)]),
      template,
      targets: places,
      at,
      count: input.rows.length * countCopiesWithOwnSerial(input, serials),
      iterateLabels: () => iterateDistinctLabels(input, serials),
      toError: (cut) => createCutOffError(cut, input, hint),
    },
  ];
};
