import { check, parseTemplate, templateChange, templateInput } from '@yunbiao/contract';
import { type Executor, sql, transaction } from '@yunbiao/db';
import { formulaTroubles, LabelError } from '@yunbiao/label';
import type { Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { sampleScenes } from '../software/draw-template.ts';
import { getSoftware } from '../software/find.ts';
import { raises } from '../cache/generation.ts';
import { valid } from '../valid.ts';

const templatesChanged = raises('template');

export type PublicTemplate = {
  id: string;
  name: string;
  category: string;
  widthMm: number;
  heightMm: number;
};

type Row = { id: number; name: string; category: string; width: number; height: number };

const present = (row: Row): PublicTemplate => ({
  id: String(row.id),
  name: row.name,
  category: row.category,
  widthMm: row.width / 100,
  heightMm: row.height / 100,
});

/** Pages draw public templates for every visitor, with their samples: nothing of them may be missing. */
const refuseUndrawable = (content: string): void => {
  try {
    const warnings = sampleScenes(content).flatMap((scene) => scene.warnings);
    const left = warnings.find(({ level }) => level === 'error');
    if (left) throw invalid({ template: `画不出来：${left.message}` });
    // Also those no element shows.
    const [wrong] = formulaTroubles(parseTemplate(JSON.parse(content)));
    if (wrong) throw invalid({ template: `“${wrong.name}”的公式不对：${wrong.message}` });
  } catch (error) {
    if (error instanceof LabelError) throw invalid({ template: `画不出来：${error.message}` });
    throw error;
  }
};

/** Adds a template for every member of a software. `input` is read as `templateInput`. @throws 400, 404 */
export const addPublicTemplate = async ({
  ctx,
  alias,
  input,
}: {
  ctx: Context;
  alias: string;
  input: unknown;
}): Promise<PublicTemplate> => {
  const { name, category, template } = valid(check(templateInput, input));
  const software = await getSoftware(ctx, { alias });
  const content = JSON.stringify(template);
  refuseUndrawable(content);
  return transaction(ctx.db, async (tx) => {
    const row = await tx
      .insertInto('template')
      .values({
        software_id: software.id,
        member_id: null,
        name,
        category,
        content,
        width: Math.round(template.widthMm * 100),
        height: Math.round(template.heightMm * 100),
        created_at: ctx.now(),
        updated_at: ctx.now(),
        deleted_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await templatesChanged({ ctx, tx });
    return present(row);
  });
};

/** The templates every member of a software has. @throws 404 */
export const publicTemplates = async ({
  ctx,
  alias,
}: {
  ctx: Context;
  alias: string;
}): Promise<PublicTemplate[]> => {
  const software = await getSoftware(ctx, { alias });
  const rows = await ctx.db.kysely
    .selectFrom('template')
    .select(['id', 'name', 'category', 'width', 'height'])
    .where('software_id', '=', software.id)
    .where('member_id', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(present);
};

const getPublicTemplate = async (executor: Executor, id: string) => {
  const row = /^[1-9]\d{0,8}$/.test(id)
    ? await executor
        .selectFrom('template')
        .selectAll()
        .where('id', '=', Number(id))
        .where('member_id', 'is', null)
        .where('deleted_at', 'is', null)
        .executeTakeFirst()
    : undefined;
  if (!row) throw notFound(`没有编号是 ${id} 的公共模板`);
  return row;
};

/** A public template as a file holds it. @throws 404, also for a member's own */
export const publicTemplate = async ({
  ctx,
  id,
}: {
  ctx: Context;
  id: string;
}): Promise<{ name: string; category: string; template: unknown }> => {
  const { name, category, content } = await getPublicTemplate(ctx.db.kysely, id);
  return { name, category, template: JSON.parse(content) as unknown };
};

/**
 * Gives a public template new content, and a new name or category where there is one. Batches hold the template they were
 * sent with: labels that wait are printed as they were seen. `input` is read as `templateChange`. @throws 400, 404
 */
export const updatePublicTemplate = async ({
  ctx,
  id,
  input,
}: {
  ctx: Context;
  id: string;
  input: unknown;
}): Promise<PublicTemplate> => {
  const { template, ...texts } = valid(check(templateChange, input));
  const content = JSON.stringify(template);
  refuseUndrawable(content);
  return transaction(ctx.db, async (tx) => {
    const { id: known } = await getPublicTemplate(tx, id);
    const row = await tx
      .updateTable('template')
      .set({
        ...texts,
        content,
        width: Math.round(template.widthMm * 100),
        height: Math.round(template.heightMm * 100),
        updated_at: ctx.now(),
        version: sql<number>`version + 1`,
      })
      .where('id', '=', known)
      .returningAll()
      .executeTakeFirstOrThrow();
    await templatesChanged({ ctx, tx });
    return present(row);
  });
};

/** Takes a public template away; what was printed with it stays readable. @throws 404, also for a member's own */
export const removePublicTemplate = async ({
  ctx,
  id,
}: {
  ctx: Context;
  id: string;
}): Promise<PublicTemplate> =>
  transaction(ctx.db, async (tx) => {
    const row = await getPublicTemplate(tx, id);
    await tx
      .updateTable('template')
      .set({ deleted_at: ctx.now() })
      .where('id', '=', row.id)
      .execute();
    await templatesChanged({ ctx, tx });
    return present(row);
  });
