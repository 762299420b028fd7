import {
  type CallOutput,
  type CallParsed,
  MAX_VERSIONS,
  TEMPLATE_BYTES,
  VERSIONS_BYTES,
} from '@yunbiao/contract';
import { lockMember, transaction, type Tx } from '@yunbiao/db';
import type { Context } from '../context.ts';
import { forbidden, invalid, ServiceError } from '../errors.ts';
import { getTemplateForMember, type Whose } from '../template/find.ts';
import { storedTemplate } from '../template/stored.ts';
import { iso } from '../time.ts';
import { addOwn, noteShared, type OwnTemplate } from './own.ts';

type Input = CallParsed<'saveTemplate'>;

/** Keeps what is about to be replaced, and lets the oldest go: at most 50, and 5 MB together. */
const keepFormer = async (tx: Tx, { id, version, content, updated_at }: OwnTemplate) => {
  await tx
    .insertInto('template_version')
    .values({
      template_id: id,
      version,
      content,
      bytes: Buffer.byteLength(content),
      elements: storedTemplate(content).elements.length,
      saved_at: updated_at,
    })
    .execute();
  const kept = await tx
    .selectFrom('template_version')
    .select(['version', 'bytes'])
    .where('template_id', '=', id)
    .orderBy('version', 'desc')
    .execute();
  let weight = 0;
  const tooOld = kept.filter(({ bytes }, at) => {
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

const outdated = ({ version, updated_at }: OwnTemplate): ServiceError =>
  new ServiceError(409, '这个模板在别处改过了，现在的是另一个版本', {
    stored: { version, savedAt: iso(updated_at) },
  });

const listColumns = ({ name, content }: Input) => {
  const json = JSON.stringify(content);
  if (Buffer.byteLength(json) > TEMPLATE_BYTES)
    throw invalid({ content: `模板太大了，最多 ${TEMPLATE_BYTES / 1_000_000} MB；图片可以小一些` });
  return {
    name,
    content: json,
    width: Math.round(content.widthMm * 100),
    height: Math.round(content.heightMm * 100),
  };
};

type Columns = ReturnType<typeof listColumns> & { category: string };

const update = async (
  ctx: Context,
  tx: Tx,
  row: OwnTemplate,
  next: Columns & { from: number | undefined },
): Promise<CallOutput<'saveTemplate'>> => {
  const { from, ...columns } = next;
  const id = String(row.id);
  const at = tx.updateTable('template').where('id', '=', row.id);
  await noteShared(ctx, tx, row);
  // An answer that was lost is asked for again: what is stored already is no conflict, and no version.
  if (row.content === columns.content) {
    const { name, category } = columns;
    await at.set({ name, category }).execute();
    return { id, version: row.version };
  }
  if (from === undefined) throw invalid({ version: '请写明改的是哪个版本' });
  if (from !== row.version) throw outdated(row);
  await keepFormer(tx, row);
  const version = row.version + 1;
  await at.set({ ...columns, version, updated_at: ctx.now() }).execute();
  return { id, version };
};

/**
 * Creates a template, or gives the member's own one new content; the former content stays as a version.
 * @throws 400, 402 over the plan's allowance, 403 for a public one, 404 for what is not the member's, 409 with what is
 * stored when it is no longer what the caller changed
 */
export const saveTemplate = async ({
  ctx,
  input,
  ...whose
}: Whose & { ctx: Context; input: Input }): Promise<CallOutput<'saveTemplate'>> => {
  const columns = listColumns(input);
  return transaction(ctx.db, async (tx) => {
    await lockMember(tx, whose.memberId);
    if (input.id === undefined)
      return addOwn(ctx, tx, { ...whose, ...columns, category: input.category ?? '' });
    const row = await getTemplateForMember(tx, { ...whose, id: Number(input.id) });
    if (row.member_id === null) throw forbidden('公共模板不能改，请另存为自己的模板');
    const category = input.category ?? row.category;
    return update(ctx, tx, row, { ...columns, category, from: input.version });
  });
};
