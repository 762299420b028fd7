import type { CallOutput } from '@yunbiao/contract';
import type { Executor, Selectable, TemplateTable } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { notFound } from '../errors.ts';
import { comingSerials } from '../serial/serials.ts';
import { clockText } from '../serial/clock.ts';
import { iso } from '../time.ts';
import { storedTemplate } from './stored.ts';

type Whose = { memberId: number; softwareId: number };

/** Templates the member may use in a software: its public ones and the own ones. */
const usable = (executor: Executor, { memberId, softwareId }: Whose) =>
  executor
    .selectFrom('template')
    .selectAll()
    .where('software_id', '=', softwareId)
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('member_id', 'is', null), eb('member_id', '=', memberId)]));

/** @throws 404 for another member's, another software's or a deleted one */
export const getTemplateForMember = async (
  executor: Executor,
  { id, ...whose }: Whose & { id: number },
): Promise<Selectable<TemplateTable>> => {
  const row = await usable(executor, whose).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('没有这个模板');
  return row;
};

export const templateList = async ({
  ctx,
  tz,
  ...whose
}: Whose & { ctx: Context; tz: string }): Promise<CallOutput<'templateList'>> => {
  const { kysely } = ctx.db;
  const rows = await usable(kysely, whose).orderBy('id').execute();
  const at = clockText(ctx.now(), tz);
  const list: CallOutput<'templateList'>['list'] = [];
  for (const row of rows) {
    const content = storedTemplate(row.content);
    const counted = { memberId: whose.memberId, templateId: row.id, template: content, at };
    list.push({
      id: String(row.id),
      name: row.name,
      category: row.category,
      widthMm: row.width / 100,
      heightMm: row.height / 100,
      own: row.member_id !== null,
      content,
      serials: await comingSerials(kysely, counted),
      updatedAt: iso(row.updated_at),
    });
  }
  return { list };
};
