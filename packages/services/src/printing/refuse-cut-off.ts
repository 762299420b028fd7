import type { CallParsed } from '@yunbiao/contract';
import { getMedia, type Setup } from '@yunbiao/contract/gateway';
import type { PrintConfigTable, Selectable, Tx } from '@yunbiao/db';
import { isMoved, type Media, type Template } from '@yunbiao/label';
import type { Context } from '../context.ts';
import type { CutLabel, CutPlace } from '../cut-off/first-cut.ts';
import type { CutQuestion } from '../cut-off/looks.ts';
import { invalid } from '../errors.ts';
import { getSetup } from '../print-config/setup.ts';
import { configsOfGroup, type GroupName } from '../printer-group/index.ts';
import { comingSerials, countedFields, listSerials, type TakenSerial } from '../serial/serials.ts';

type Config = Selectable<PrintConfigTable>;
type Input = Pick<CallParsed<'print'>, 'rows' | 'copies' | 'groupId' | 'groupName'>;

/** A template as it is printed: what moves a label moves the row it is in, so the one at an edge loses as if alone. */
export const movedMedia = (setup: Setup): Media => ({
  ...getMedia(setup),
  offsetXMm: setup.offsetXMm,
});

/** A template before calibration moves it. */
const drawnMedia = ({ dpi, rotation }: Setup): Media => ({ dpi, rotation });

/** The group a submission names; undefined where it names a configuration. */
export const groupNamed = ({
  groupId,
  groupName,
}: Pick<Input, 'groupId' | 'groupName'>): GroupName | undefined => {
  if (groupId !== undefined) return { id: groupId };
  return groupName === undefined ? undefined : { name: groupName };
};

/** The serial numbers labels would have if they were given now, as one stretch a field. */
const serialsFor = async (
  tx: Tx,
  { template, ...rest }: { memberId: number; templateId: number; template: Template; at: string },
): Promise<TakenSerial[]> => {
  const coming = await comingSerials(tx, { template, ...rest });
  return countedFields(template).flatMap(({ field, rule }) => {
    const first = coming.find((one) => one.field === field)?.next;
    return first === undefined ? [] : [{ field, rule, period: '', first, amount: 0 }];
  });
};

/** Copies of a row that differ: those with a number of its own each. */
const differingCopies = ({ copies }: Input, serials: readonly TakenSerial[]): number =>
  serials.some(({ rule }) => rule.perCopy) ? copies : 1;

/** The labels of a submission, those that differ. */
function* listLabels(input: Input, serials: readonly TakenSerial[]): Generator<CutLabel> {
  const { rows, copies } = input;
  const differing = differingCopies(input, serials);
  for (const [index, row] of rows.entries())
    for (let copy = 1; copy <= differing; copy += 1) {
      const numbers = listSerials(serials, { sequence: index + 1, copy, copies });
      yield { row: index + 1, data: { ...row, ...numbers } };
    }
}

/**
 * What of its numbers decides where content lies: how long they are. Which they are does not: others are accepted while
 * these labels are looked at, and each takes the next ones.
 */
const listLengths = ({ rows, copies }: Input, serials: readonly TakenSerial[]): string => {
  const [first, last] = [
    { sequence: 1, copy: 1, copies },
    { sequence: rows.length, copy: copies, copies },
  ].map((label) => Object.entries(listSerials(serials, label)));
  return JSON.stringify(
    [first, last].map((of) => of?.map(([field, text]) => [field, text.length])),
  );
};

/**
 * What has to be looked at before labels are printed without a word of the member: whether content of one of them falls off
 * where calibration of the configuration, or of a printer of the group that may print it, moves it. None when nothing moves
 * them. `hint`: how the caller says that it may.
 */
export const cutQuestions = async (
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
    /** The printer's that takes them now. */
    config: Config;
    input: Input;
    at: string;
    hint: string;
  },
): Promise<CutQuestion[]> => {
  const named = groupNamed(input);
  const configs = named
    ? await configsOfGroup(ctx, tx, { memberId, named, size: template })
    : [config];
  const places = configs.flatMap((one): CutPlace[] => {
    const setup = getSetup(one);
    if (!isMoved(setup)) return [];
    return [{ name: one.name, media: movedMedia(setup), meant: drawnMedia(setup) }];
  });
  if (places.length === 0) return [];
  const serials = await serialsFor(tx, { memberId, templateId, template, at });
  const refuse: CutQuestion['refuse'] = (cut) => {
    if (cut === 'too-many')
      return invalid({
        allowCutOff: `行数太多，没法一行行看校准以后会不会印到标签外面：分几批打${hint}`,
      });
    const which = input.rows.length > 1 ? `第 ${cut.row} 行` : '';
    return invalid({
      allowCutOff: `按配置“${cut.name}”的校准移动以后，${which}有内容印到标签外面：${cut.lost}${hint}`,
    });
  };
  return [
    {
      key: JSON.stringify([content, places, listLengths(input, serials)]),
      template,
      places,
      at,
      count: input.rows.length * differingCopies(input, serials),
      labels: () => listLabels(input, serials),
      refuse,
    },
  ];
};
