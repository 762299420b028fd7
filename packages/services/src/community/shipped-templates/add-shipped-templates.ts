import { parseTemplate, type TemplateSet } from '@yunbiao/contract';
import { runTransaction, type Tx } from '@yunbiao/db';
import { createInvalidator } from '../../platform/cache/generation.ts';
import type { Context } from '../../platform/context.ts';
import { readShippedTemplate } from './read-shipped-template.ts';
import { TEMPLATE_SETS } from './template-sets.ts';

const invalidateTemplates = createInvalidator('template');

type Scope = { ctx: Context; tx: Tx };
type PublicRow = { id: number; name: string; shipped_file: string | null };

/** Public templates of a software, removed ones included. */
const listPublicRows = (tx: Tx, softwareId: number): Promise<PublicRow[]> =>
  tx
    .selectFrom('template')
    .select(['id', 'name', 'shipped_file'])
    .where('software_id', '=', softwareId)
    .where('member_id', 'is', null)
    .execute();

/**
 * Set of a software that was stored before sets existed: the set of which it has at least half of
 * the template names, because single names may be a coincidence; `label` for a software without
 * templates; otherwise none.
 */
const guessTemplateSetByNames = (rows: readonly PublicRow[]): TemplateSet => {
  if (rows.length === 0) return 'label';
  const names = new Set(rows.map(({ name }) => name));
  const isSetInUse = (set: TemplateSet): boolean =>
    2 * TEMPLATE_SETS[set].filter((file) => names.has(readShippedTemplate(file).name)).length >=
    TEMPLATE_SETS[set].length;
  return (['label', 'waybill'] as const).find(isSetInUse) ?? 'none';
};

const insertShippedTemplate = async (
  { ctx, tx }: Scope,
  softwareId: number,
  file: string,
): Promise<void> => {
  const { name, category, template: input } = readShippedTemplate(file);
  const template = parseTemplate(input);
  await tx
    .insertInto('template')
    .values({
      software_id: softwareId,
      member_id: null,
      name,
      category,
      width: Math.round(template.widthMm * 100),
      height: Math.round(template.heightMm * 100),
      content: JSON.stringify(template),
      shipped_file: file,
      created_at: ctx.now(),
      updated_at: ctx.now(),
      deleted_at: null,
    })
    .execute();
};

/**
 * Returns whether the template was added. An existing or removed template of the same name is
 * marked as the shipped one instead.
 */
const ensureShippedTemplate = async (
  scope: Scope,
  { softwareId, file, rows }: { softwareId: number; file: string; rows: readonly PublicRow[] },
): Promise<boolean> => {
  const { name } = readShippedTemplate(file);
  const sameRow = rows.find((row) => row.shipped_file === null && row.name === name);
  if (!sameRow) {
    await insertShippedTemplate(scope, softwareId, file);
    return true;
  }
  await scope.tx
    .updateTable('template')
    .set({ shipped_file: file })
    .where('id', '=', sameRow.id)
    .execute();
  return false;
};

/**
 * Adds the shipped templates that a software has never had. What an operator changed or removed
 * stays as it is. Returns how many were added.
 */
export const addShippedTemplatesToSoftware = async (
  scope: Scope,
  software: { id: number; template_set: TemplateSet | null },
): Promise<number> => {
  const { tx } = scope;
  const rows = await listPublicRows(tx, software.id);
  const set = software.template_set ?? guessTemplateSetByNames(rows);
  if (software.template_set === null)
    await tx
      .updateTable('software')
      .set({ template_set: set })
      .where('id', '=', software.id)
      .execute();
  const had = new Set(rows.map((row) => row.shipped_file));
  let count = 0;
  for (const file of TEMPLATE_SETS[set].filter((name) => !had.has(name)))
    count += Number(await ensureShippedTemplate(scope, { softwareId: software.id, file, rows }));
  return count;
};

/**
 * Adds to every software what it lacks of its set. Runs at each start and after an operator's
 * command that adds a software or changes its set. Returns how many templates were added.
 */
export const addShippedTemplates = async ({ ctx }: { ctx: Context }): Promise<number> =>
  runTransaction(ctx.db, async (tx) => {
    const softwares = await tx
      .selectFrom('software')
      .select(['id', 'template_set'])
      .orderBy('sort')
      .orderBy('id')
      .execute();
    let count = 0;
    for (const software of softwares)
      count += await addShippedTemplatesToSoftware({ ctx, tx }, software);
    if (count > 0) await invalidateTemplates({ ctx, tx });
    return count;
  });
