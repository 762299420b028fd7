import type { CallOutput } from '@yunbiao/contract';
import type { Executor } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { findVip } from '../software/entitlements.ts';
import { usableTemplates, type Whose } from '../template/find.ts';
import { iso } from '../time.ts';
import { inOrder } from './match.ts';
import { listPictures, pictureUrl } from './picture.ts';
import { presentRow } from './public.ts';

type Item = CallOutput<'templateList'>['list'][number];

/** Batches looked at for what was printed lately. */
const RECENT = 50;

const printedAt = async (
  executor: Executor,
  { memberId, softwareId }: Whose,
): Promise<Map<number, number>> => {
  const rows = await executor
    .selectFrom('batch')
    .select(['template_id', 'created_at'])
    .where('member_id', '=', memberId)
    .where('software_id', '=', softwareId)
    .orderBy('id', 'desc')
    .limit(RECENT)
    .execute();
  // Oldest first, so that the newest stays.
  return new Map(rows.toReversed().map((row) => [row.template_id ?? 0, row.created_at]));
};

/** Those printed lately, then the own ones, then the public ones. */
const rank = ({ printedAt, own }: Item): number => (printedAt ? 0 : own ? 1 : 2);

const newestFirst = (a: string | null, b: string | null): number =>
  (b ?? '').localeCompare(a ?? '');

const byUse = (a: Item, b: Item): number =>
  rank(a) - rank(b) ||
  newestFirst(a.printedAt, b.printedAt) ||
  (a.own && b.own ? newestFirst(a.updatedAt, b.updatedAt) : 0);

/** What a member may print with, without what is in it. */
export const templateList = async ({
  ctx,
  ...whose
}: Whose & { ctx: Context }): Promise<CallOutput<'templateList'>> => {
  const { kysely } = ctx.db;
  const rows = await usableTemplates(kysely, whose)
    .select(['id', 'member_id', 'name', 'category', 'width', 'height', 'version'])
    .select(['share_code', 'created_at', 'updated_at'])
    .execute();
  const printed = await printedAt(kysely, whose);
  const pictures = await listPictures(
    ctx,
    rows.filter((row) => row.member_id === null),
  );
  const list = inOrder(rows, 'usual').map((row): Item => {
    const at = printed.get(row.id);
    return {
      ...presentRow(row),
      picture: pictureUrl(row.id, pictures.get(row.id)),
      own: row.member_id !== null,
      version: row.version,
      isShared: row.share_code !== null,
      printedAt: at === undefined ? null : iso(at),
      updatedAt: iso(row.updated_at),
    };
  });
  const { entitlements } = await findVip(kysely, { ...whose, now: ctx.now() });
  return { list: list.toSorted(byUse), most: entitlements.templates };
};
