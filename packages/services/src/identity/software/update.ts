import { validateSoftwareField, softwareInput, type SoftwareInput } from '@yunbiao/contract';
import {
  isUniqueViolation,
  type SoftwareTable,
  runTransaction,
  type Updateable,
} from '@yunbiao/db';
import { createInvalidator } from '../../platform/cache/generation.ts';
import { requireValidInput } from '../../platform/valid.ts';
import type { Context } from '../../platform/context.ts';
import { createConflictError, createInvalidInputError } from '../../platform/errors.ts';
import { recordPictureUses } from '../../platform/upload/picture-uses.ts';
import { getSoftware, type SoftwareRow } from './find.ts';

const invalidateSoftware = createInvalidator('software');

type Field = keyof SoftwareInput;

/** Fields an operator may set. */
export const SETTABLE_FIELDS = Object.keys(softwareInput.shape) as Field[];

/** Settable fields with JSON values. */
export const JSON_FIELDS = [
  'features',
  'facts',
  'uses',
  'faqs',
  'contacts',
  'platforms',
  'seo',
] as const;

const parseJsonField = (field: string, text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw createInvalidInputError({ [field]: `${field} 要写成 JSON` });
  }
};

const parseSoftwareFieldChange = (name: string, text: string): Updateable<SoftwareTable> => {
  const field = SETTABLE_FIELDS.find((candidate) => candidate === name);
  if (!field) {
    throw createInvalidInputError({
      field: `没有 ${name} 这个字段，可以改：${SETTABLE_FIELDS.join('、')}`,
    });
  }
  const json = JSON_FIELDS.find((candidate) => candidate === field);
  if (json)
    return {
      [json]: JSON.stringify(
        requireValidInput(validateSoftwareField(json, parseJsonField(json, text))),
      ),
    };
  switch (field) {
    case 'domain':
      return { domain: requireValidInput(validateSoftwareField(field, text)) || null };
    case 'templates':
      return { template_set: requireValidInput(validateSoftwareField(field, text)) };
    case 'themeColor':
      return { theme_color: requireValidInput(validateSoftwareField(field, text)) };
    default:
      return { [field]: requireValidInput(validateSoftwareField(field, text)) };
  }
};

const changeSoftware = async (
  ctx: Context,
  alias: string,
  set: Updateable<SoftwareTable>,
): Promise<SoftwareRow> => {
  const software = await getSoftware(ctx, { alias });
  try {
    return await runTransaction(ctx.db, async (tx) => {
      const changedSoftware = await tx
        .updateTable('software')
        .set({ ...set, updated_at: ctx.now() })
        .where('id', '=', software.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const { id, description, icon, screenshots } = changedSoftware;
      const texts = [description, icon ?? '', screenshots];
      await recordPictureUses({ ctx, tx, kind: 'software', id, texts });
      await invalidateSoftware({ ctx, tx });
      return changedSoftware;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw createConflictError('这个别名或域名已经是另一款软件的');
    throw error;
  }
};

/** Sets one field of a software from text; lists and objects from JSON. @throws 400, 404, 409 */
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
}): Promise<SoftwareRow> => changeSoftware(ctx, alias, parseSoftwareFieldChange(field, value));

/** Takes a software offline, with a reason shown to visitors, or back online. @throws 404 */
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
}): Promise<SoftwareRow> => changeSoftware(ctx, alias, { state, offline_reason: reason });
