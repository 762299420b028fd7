import { checkSoftwareField, softwareInput, type SoftwareInput } from '@yunbiao/contract';
import { isUniqueViolation, type SoftwareTable, transaction, type Updateable } from '@yunbiao/db';
import { raises } from '../cache/generation.ts';
import { valid } from '../valid.ts';
import type { Context } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { usePictures } from '../upload/use.ts';
import { getSoftware, type SoftwareRow } from './find.ts';

const softwareChanged = raises('software');

type Field = keyof SoftwareInput;

/** Fields an operator may set. */
export const SETTABLE_FIELDS = Object.keys(softwareInput.shape) as Field[];

/** Of those, the ones written as JSON. */
export const JSON_FIELDS = [
  'features',
  'facts',
  'uses',
  'faqs',
  'contacts',
  'platforms',
  'seo',
] as const;

const toJson = (field: string, text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalid({ [field]: `${field} 要写成 JSON` });
  }
};

const column = (name: string, text: string): Updateable<SoftwareTable> => {
  const field = SETTABLE_FIELDS.find((known) => known === name);
  if (!field) {
    throw invalid({ field: `没有 ${name} 这个字段，可以改：${SETTABLE_FIELDS.join('、')}` });
  }
  const json = JSON_FIELDS.find((known) => known === field);
  if (json) return { [json]: JSON.stringify(valid(checkSoftwareField(json, toJson(json, text)))) };
  switch (field) {
    case 'domain':
      return { domain: valid(checkSoftwareField(field, text)) || null };
    case 'themeColor':
      return { theme_color: valid(checkSoftwareField(field, text)) };
    default:
      return { [field]: valid(checkSoftwareField(field, text)) };
  }
};

const change = async (
  ctx: Context,
  alias: string,
  set: Updateable<SoftwareTable>,
): Promise<SoftwareRow> => {
  const software = await getSoftware(ctx, { alias });
  try {
    return await transaction(ctx.db, async (tx) => {
      const changed = await tx
        .updateTable('software')
        .set({ ...set, updated_at: ctx.now() })
        .where('id', '=', software.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const { id, description, icon, screenshots } = changed;
      const texts = [description, icon ?? '', screenshots];
      await usePictures({ ctx, tx, kind: 'software', id, texts });
      await softwareChanged({ ctx, tx });
      return changed;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('这个别名或域名已经是另一款软件的');
    throw error;
  }
};

/** Sets one field of a software from its text; lists and objects from JSON. @throws 400, 404, 409 */
export const setSoftwareField = async ({
  ctx,
  alias,
  field,
  value,
}: {
  ctx: Context;
  alias: string;
  field: string;
  value: string;
}): Promise<SoftwareRow> => change(ctx, alias, column(field, value));

/** Takes a software offline, with the reason visitors read, or back online. @throws 404 */
export const setSoftwareState = ({
  ctx,
  alias,
  state,
  reason = '',
}: {
  ctx: Context;
  alias: string;
  state: 'online' | 'offline';
  reason?: string;
}): Promise<SoftwareRow> => change(ctx, alias, { state, offline_reason: reason });
