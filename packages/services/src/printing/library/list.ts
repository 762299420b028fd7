import type { CallOutput } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import { getMemberPlan } from '../../identity/software/entitlements.ts';
import { selectUsableTemplates, type Whose } from '../../platform/template/find.ts';
import { toIso } from '../../platform/time.ts';
import { sortTemplates } from './match.ts';
import { getOrDrawTemplatePictures, getPictureUrl } from './picture.ts';
import { presentListedTemplate } from './public.ts';

type Item = CallOutput<'templateList'>['list'][number];

/** Number of recent batches searched for print times. */
const MAX_RECENT_BATCHES = 50;

const readPrintTimes = async (
  executor: Executor,
  { memberId, softwareId }: Whose,
): Promise<Map<number, number>> => {
  const rows = await executor
    .selectFrom('batch')
    .select(['template_id', 'created_at'])
    .where('member_id', '=', memberId)
    .where('software_id', '=', softwareId)
    .orderBy('id', 'desc')
    .limit(MAX_RECENT_BATCHES)
    .execute();
  // Oldest first, so that the newest overwrites.
  return new Map(rows.toReversed().map((row) => [row.template_id ?? 0, row.created_at]));
};

/** Recently printed first, then own templates, then public ones. */
const rankTemplateByUse = ({ printedAt, own }: Item): number => (printedAt ? 0 : own ? 1 : 2);

const compareNewestFirst = (a: string | null, b: string | null): number =>
  (b ?? '').localeCompare(a ?? '');

const compareTemplatesByUse = (a: Item, b: Item): number =>
  rankTemplateByUse(a) - rankTemplateByUse(b) ||
  compareNewestFirst(a.printedAt, b.printedAt) ||
  (a.own && b.own ? compareNewestFirst(a.updatedAt, b.updatedAt) : 0);

/** Templates a member can print with, without their content. */
export const listUsableTemplates = async ({
  ctx,
  ...whose
}: Whose & { ctx: Context }): Promise<CallOutput<'templateList'>> => {
  const { kysely } = ctx.db;
  const rows = await selectUsableTemplates(kysely, whose)
    .select(['id', 'member_id', 'name', 'category', 'width', 'height', 'version'])
    .select(['share_code', 'created_at', 'updated_at'])
    .execute();
  const printed = await readPrintTimes(kysely, whose);
  const pictures = await getOrDrawTemplatePictures(
    ctx,
    rows.filter((row) => row.member_id === null),
  );
  const list = sortTemplates(rows, 'usual').map((row): Item => {
    const at = printed.get(row.id);
    return {
      ...presentListedTemplate(row),
      picture: getPictureUrl(row.id, pictures.get(row.id)),
      own: row.member_id !== null,
      version: row.version,
      isShared: row.share_code !== null,
      printedAt: at === undefined ? null : toIso(at),
      updatedAt: toIso(row.updated_at),
    };
  });
  const { entitlements } = await getMemberPlan(kysely, { ...whose, now: ctx.now() });
  return { list: list.toSorted(compareTemplatesByUse), most: entitlements.templates };
};
