import { type CallParsed, MAX_LABELS, parseTemplate } from '@yunbiao/contract';
import type { Executor, PrintConfigTable, Selectable } from '@yunbiao/db';
import { isMoved, type LabelData, type Template } from '@yunbiao/label';
import type { Context } from '../context.ts';
import { fromHundredths } from '../print-config/present.ts';
import { setupOf } from '../print-config/setup.ts';
import { configsOfGroup } from '../printer-group/index.ts';
import { clockText } from '../serial/clock.ts';
import { comingSerials, countedFields, serialsOf, type TakenSerial } from '../serial/serials.ts';
import { getTemplateForMember } from '../template/find.ts';
import { type CutPlace, drawnMedia, firstCut } from './cut-off.ts';

type Config = Selectable<PrintConfigTable>;
type Input = Pick<
  CallParsed<'print'>,
  'printConfigId' | 'groupId' | 'groupName' | 'templateId' | 'rows' | 'copies' | 'tz'
>;
type Asked = { memberId: number; softwareId: number; input: Input };

/** The configuration that is named, or those of a group that may print a label of this size; none that is not there. */
const configsFor = async (
  ctx: Context,
  { memberId, input: { printConfigId, groupId, groupName } }: Asked,
  size: { widthMm: number; heightMm: number },
): Promise<Config[]> => {
  const named = groupId === undefined ? groupName && { name: groupName } : { id: groupId };
  if (named) return configsOfGroup(ctx, ctx.db.kysely, { memberId, named, size });
  return ctx.db.kysely
    .selectFrom('print_config')
    .selectAll()
    .where('id', '=', Number(printConfigId))
    .where('member_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .execute();
};

/** The serial numbers labels would have if they were given now, as one stretch a field. */
const serialsFor = async (
  executor: Executor,
  { template, ...rest }: { memberId: number; templateId: number; template: Template; at: string },
): Promise<TakenSerial[]> => {
  const coming = await comingSerials(executor, { template, ...rest });
  return countedFields(template).flatMap(({ field, rule }) => {
    const first = coming.find((one) => one.field === field)?.next;
    return first === undefined ? [] : [{ field, rule, period: '', first, amount: 0 }];
  });
};

/** The labels of a submission, those that differ: copies do where each has a number of its own. */
function* labelsOf(
  { rows, copies }: Input,
  serials: readonly TakenSerial[],
): Generator<{ row: number; data: LabelData }> {
  const differing = serials.some(({ rule }) => rule.perCopy) ? copies : 1;
  for (const [index, row] of rows.entries())
    for (let copy = 1; copy <= differing; copy += 1) {
      const numbers = serialsOf(serials, { sequence: index + 1, copy, copies });
      yield { row: index + 1, data: { ...row, ...numbers } };
    }
}

/**
 * Why labels should not be printed without a word of the member, in Chinese: content of one of them falls off the label
 * where calibration of the configuration, or of a printer of the group that may print it, moves it. '' when none does. What
 * is wrong otherwise is said where the batch is taken.
 */
export const cutOffTrouble = async (ctx: Context, asked: Asked): Promise<string> => {
  const { memberId, softwareId, input } = asked;
  if (input.rows.length * input.copies > MAX_LABELS) return '';
  const { kysely } = ctx.db;
  const templateId = Number(input.templateId);
  const row = await getTemplateForMember(kysely, { id: templateId, memberId, softwareId });
  const size = { widthMm: fromHundredths(row.width), heightMm: fromHundredths(row.height) };
  const places = (await configsFor(ctx, asked, size)).flatMap((config): CutPlace[] => {
    const setup = setupOf(config);
    return isMoved(setup) ? [{ name: config.name, setup, meant: drawnMedia(setup) }] : [];
  });
  if (places.length === 0) return '';
  const template = parseTemplate(JSON.parse(row.content));
  const at = clockText(ctx.now(), input.tz);
  const serials = await serialsFor(kysely, { memberId, templateId, template, at });
  const cut = await firstCut({ template, labels: labelsOf(input, serials), places, at });
  if (cut === null) return '';
  if (cut === 'too-many')
    return `${places.length} 个配置的校准各不相同，行数又多，没法一行行看会不会印到标签外面：分几批打`;
  const which = input.rows.length > 1 ? `第 ${cut.label.row} 行` : '';
  return `按配置“${cut.name}”的校准移动以后，${which}有内容印到标签外面：${cut.lost}`;
};
