import { canBeAlias } from '@yunbiao/contract/reserved';
import { isUniqueViolation, type SoftwareTable, transaction, type Updateable } from '@yunbiao/db';
import { bumpContent } from '../content/generation.ts';
import type { Context } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { getSoftware, type SoftwareRow } from './find.ts';

const TEXT_FIELDS = ['name', 'slogan', 'summary', 'description'] as const;

/** Fields an operator may set as text. */
export const SETTABLE_FIELDS = [...TEXT_FIELDS, 'alias', 'domain', 'themeColor', 'sort'] as const;

const HOST = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/;

const column = (field: string, value: string): Updateable<SoftwareTable> => {
  const text = TEXT_FIELDS.find((name) => name === field);
  if (text) {
    if (text === 'name' && value.trim() === '') throw invalid({ name: '名称不能空着' });
    return { [text]: value };
  }
  switch (field) {
    case 'alias':
      if (!canBeAlias(value))
        throw invalid({ alias: `${value} 不能做别名：它是网站自己的地址，或者有不能用的字符` });
      return { alias: value };
    case 'domain':
      if (value !== '' && !HOST.test(value.toLowerCase()))
        throw invalid({ domain: `${value} 不是域名` });
      return { domain: value === '' ? null : value.toLowerCase() };
    case 'themeColor':
      if (!/^#[0-9a-f]{6}$/i.test(value)) throw invalid({ themeColor: '颜色要写成 #1A5FB4 这样' });
      return { theme_color: value };
    case 'sort':
      if (!/^\d{1,6}$/.test(value)) throw invalid({ sort: '排序要写一个不大的整数' });
      return { sort: Number(value) };
    default:
      throw invalid({ field: `没有 ${field} 这个字段，可以改：${SETTABLE_FIELDS.join('、')}` });
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
      await bumpContent({ ctx, tx, tags: ['software'] });
      return changed;
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('这个别名或域名已经是另一款软件的');
    throw error;
  }
};

/** Sets one field of a software. @throws 400, 404, 409 */
export const setSoftwareField = ({
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
