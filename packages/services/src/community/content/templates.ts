import {
  validateWithSchema,
  parseTemplate,
  templateChange,
  templateInput,
} from '@yunbiao/contract';
import { type Executor, sql, runTransaction } from '@yunbiao/db';
import { checkTemplateFormulas, LabelError } from '@yunbiao/label';
import type { Context } from '../../platform/context.ts';
import { createInvalidInputError, createNotFoundError } from '../../platform/errors.ts';
import { layOutSampleScenes } from '../../identity/software/draw-template.ts';
import { getSoftware } from '../../identity/software/find.ts';
import { createInvalidator } from '../../platform/cache/generation.ts';
import { requireValidInput } from '../../platform/valid.ts';

const invalidateTemplates = createInvalidator('template');

export type PublicTemplate = {
  id: string;
  name: string;
  category: string;
  widthMm: number;
  heightMm: number;
};

type Row = { id: number; name: string; category: string; width: number; height: number };

const presentPublicTemplate = (row: Row): PublicTemplate => ({
  id: String(row.id),
  name: row.name,
  category: row.category,
  widthMm: row.width / 100,
  heightMm: row.height / 100,
});

/** Pages draw public templates with their samples for every visitor, so drawing must not fail. */
const requireDrawableTemplate = (content: string): void => {
  try {
    const warnings = layOutSampleScenes(content).flatMap((scene) => scene.warnings);
    const firstError = warnings.find(({ level }) => level === 'error');
    if (firstError) throw createInvalidInputError({ template: `画不出来：${firstError.message}` });
    // Checks formulas that no element shows as well.
    const [formulaProblem] = checkTemplateFormulas(parseTemplate(JSON.parse(content)));
    if (formulaProblem)
      throw createInvalidInputError({
        template: `${formulaProblem.subject}不对：${formulaProblem.message}`,
      });
  } catch (error) {
    if (error instanceof LabelError)
      throw createInvalidInputError({ template: `画不出来：${error.message}` });
    throw error;
  }
};

/** Adds a public template to a software. Validates `input` as `templateInput`. @throws 400, 404 */
export const addPublicTemplate = async ({
  ctx,
  alias,
  input,
}: {
  ctx: Context;
  alias: string;
  input: unknown;
}): Promise<PublicTemplate> => {
  const { name, category, template } = requireValidInput(validateWithSchema(templateInput, input));
  const software = await getSoftware(ctx, { alias });
  const content = JSON.stringify(template);
  requireDrawableTemplate(content);
  return runTransaction(ctx.db, async (tx) => {
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
    await invalidateTemplates({ ctx, tx });
    return presentPublicTemplate(row);
  });
};

/** Lists the public templates of a software. @throws 404 */
export const listPublicTemplates = async ({
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
  return rows.map(presentPublicTemplate);
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
  if (!row) throw createNotFoundError(`没有编号是 ${id} 的公共模板`);
  return row;
};

/** Exports a public template in the file format. @throws 404, also for a member's own template */
export const exportPublicTemplate = async ({
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
 * Changes the content of a public template, and the name or category if given. Batches hold a copy
 * of their template, so queued labels are not affected. Validates `input` as `templateChange`.
 * @throws 400, 404
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
  const { template, ...texts } = requireValidInput(validateWithSchema(templateChange, input));
  const content = JSON.stringify(template);
  requireDrawableTemplate(content);
  return runTransaction(ctx.db, async (tx) => {
    const { id: templateId } = await getPublicTemplate(tx, id);
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
      .where('id', '=', templateId)
      .returningAll()
      .executeTakeFirstOrThrow();
    await invalidateTemplates({ ctx, tx });
    return presentPublicTemplate(row);
  });
};

/**
 * Deletes a public template. Past batches stay readable.
 * @throws 404, also for a member's own template
 */
export const removePublicTemplate = async ({
  ctx,
  id,
}: {
  ctx: Context;
  id: string;
}): Promise<PublicTemplate> =>
  runTransaction(ctx.db, async (tx) => {
    const row = await getPublicTemplate(tx, id);
    await tx
      .updateTable('template')
      .set({ deleted_at: ctx.now() })
      .where('id', '=', row.id)
      .execute();
    await invalidateTemplates({ ctx, tx });
    return presentPublicTemplate(row);
  });
