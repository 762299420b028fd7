import {
  type CallOutput,
  type CallParsed,
  MAX_VERSIONS,
  TEMPLATE_BYTES,
  VERSIONS_BYTES,
} from '@yunbiao/contract';
import { type Tx, runMemberTransaction } from '@yunbiao/db';
import type { Context } from '../../platform/context.ts';
import {
  createForbiddenError,
  createInvalidInputError,
  ServiceError,
} from '../../platform/errors.ts';
import { getTemplateForMember, type Whose } from '../../platform/template/find.ts';
import { parseStoredTemplate } from '../../platform/template/parse-stored.ts';
import { toIso } from '../../platform/time.ts';
import { addOwnTemplate, invalidateSharedPages, type OwnTemplate } from './own-template.ts';

type Input = CallParsed<'saveTemplate'>;

/**
 * Stores the content about to be replaced as a version. Deletes the oldest versions above 50, or
 * above 5 MB in total.
 */
const storeFormerVersion = async (tx: Tx, { id, version, content, updated_at }: OwnTemplate) => {
  await tx
    .insertInto('template_version')
    .values({
      template_id: id,
      version,
      content,
      bytes: Buffer.byteLength(content),
      elements: parseStoredTemplate(content).elements.length,
      saved_at: updated_at,
    })
    .execute();
  const storedVersions = await tx
    .selectFrom('template_version')
    .select(['version', 'bytes'])
    .where('template_id', '=', id)
    .orderBy('version', 'desc')
    .execute();
  let weight = 0;
  const tooOld = storedVersions.filter(({ bytes }, at) => {
    weight += bytes;
    return at >= MAX_VERSIONS || weight > VERSIONS_BYTES;
  });
  const newest = tooOld[0]?.version;
  if (newest === undefined) return;
  await tx
    .deleteFrom('template_version')
    .where('template_id', '=', id)
    .where('version', '<=', newest)
    .execute();
};

const createOutdatedError = ({ version, updated_at }: OwnTemplate): ServiceError =>
  new ServiceError(409, '这个模板在别处改过了，现在的是另一个版本', {
    stored: { version, savedAt: toIso(updated_at) },
  });

const buildTemplateColumns = ({ name, content }: Input) => {
  const json = JSON.stringify(content);
  if (Buffer.byteLength(json) > TEMPLATE_BYTES)
    throw createInvalidInputError({
      content: `模板太大了，最多 ${TEMPLATE_BYTES / 1_000_000} MB；图片可以小一些`,
    });
  return {
    name,
    content: json,
    width: Math.round(content.widthMm * 100),
    height: Math.round(content.heightMm * 100),
  };
};

type Columns = ReturnType<typeof buildTemplateColumns> & { category: string };

const updateOwnTemplate = async (
  ctx: Context,
  tx: Tx,
  row: OwnTemplate,
  next: Columns & { from: number | undefined },
): Promise<CallOutput<'saveTemplate'>> => {
  const { from, ...columns } = next;
  const id = String(row.id);
  const at = tx.updateTable('template').where('id', '=', row.id);
  await invalidateSharedPages(ctx, tx, row);
  // A retry after a lost response sends the stored content again: no conflict and no new version.
  if (row.content === columns.content) {
    const { name, category } = columns;
    await at.set({ name, category }).execute();
    return { id, version: row.version };
  }
  if (from === undefined) throw createInvalidInputError({ version: '请写明改的是哪个版本' });
  if (from !== row.version) throw createOutdatedError(row);
  await storeFormerVersion(tx, row);
  const version = row.version + 1;
  await at.set({ ...columns, version, updated_at: ctx.now() }).execute();
  return { id, version };
};

/**
 * Creates a template or updates the member's own one. The previous content becomes a version.
 * @throws 400; 402 over the plan's limit; 403 for a public template; 404 for a template of another
 * member; 409 with the stored template when it changed since the caller read it
 */
export const saveTemplate = async ({
  ctx,
  input,
  ...whose
}: Whose & { ctx: Context; input: Input }): Promise<CallOutput<'saveTemplate'>> => {
  const columns = buildTemplateColumns(input);
  return runMemberTransaction(ctx.db, whose.memberId, async (tx) => {
    if (input.id === undefined)
      return addOwnTemplate(ctx, tx, { ...whose, ...columns, category: input.category ?? '' });
    const row = await getTemplateForMember(tx, { ...whose, id: Number(input.id) });
    if (row.member_id === null) throw createForbiddenError('公共模板不能改，请另存为自己的模板');
    const category = input.category ?? row.category;
    return updateOwnTemplate(ctx, tx, row, { ...columns, category, from: input.version });
  });
};
