import {
  actingAs,
  addDownload,
  addPublicTemplate,
  allSoftwares,
  type Context,
  createSoftware,
  downloadList,
  getSoftware,
  publicTemplate,
  publicTemplates,
  rebuildIndex,
  removeDownload,
  removePublicTemplate,
  listSerialGaps,
  setSoftwareField,
  setSoftwareState,
  updatePublicTemplate,
} from '@yunbiao/services';
import { articles } from './articles.ts';
import { auditCommands } from './audit.ts';
import { clientCommands } from './client.ts';
import { bytesIn, newTemplateIn, templateIn, getValue } from './files.ts';
import { dictCommands } from './dict.ts';
import { memberCommands } from './members.ts';
import { noticeCommands } from './notices.ts';
import { moneyCommands } from './money.ts';
import { payCommands } from './pay.ts';
import { forum } from './forum.ts';
import { done, type Outcome, type Run, table, told } from './outcome.ts';
import { securityCommands } from './security.ts';
import { statisticsCommands } from './statistics.ts';
import type { Command } from './parse.ts';
import type { CommandName } from './usage.ts';

const listSoftwares = async (ctx: Context): Promise<Outcome> => {
  const rows = await allSoftwares({ ctx });
  const cells = rows.map((row) => [
    row.alias,
    row.name,
    row.domain ?? '-',
    row.state === 'online' ? '上线' : `下线：${row.offline_reason}`,
  ]);
  return table(cells, '还没有软件', { heads: ['别名', '名称', '域名', '状态'], json: rows });
};

const software = {
  'software list': listSoftwares,
  'software add': async (ctx, [alias, name]) => {
    const added = await createSoftware({ ctx, alias, name });
    return done(`已加 ${added.name}，网址是 ${ctx.settings.publicUrl}/${added.alias}`);
  },
  'software set': async (ctx, [alias, field, value], { folder }) => {
    const changed = await setSoftwareField({
      ctx,
      alias,
      field,
      value: await getValue(folder, value),
    });
    return done(`已改 ${changed.alias} 的 ${field}`);
  },
  'software offline': async (ctx, [alias, reason]) => {
    await setSoftwareState({ ctx, alias, state: 'offline', reason });
    return done(`${alias} 已下线`);
  },
  'software online': async (ctx, [alias]) => {
    await setSoftwareState({ ctx, alias, state: 'online' });
    return done(`${alias} 已上线`);
  },
} satisfies Partial<Record<CommandName, Run>>;

const GAP_WORDS = { waiting: '还在等', uncertain: '待确认', lost: '没印出来' } as const;

const templates = {
  'template list': async (ctx, [alias]) => {
    const list = await publicTemplates({ ctx, alias });
    const cells = list.map(({ id, name, category, widthMm, heightMm }) => [
      id,
      name,
      category,
      `${widthMm} × ${heightMm} mm`,
    ]);
    return table(cells, '还没有公共模板', { heads: ['编号', '名称', '分类', '尺寸'], json: list });
  },
  'template add': async (ctx, [alias, file], { folder }) => {
    const { id, name } = await addPublicTemplate({
      ctx,
      alias,
      input: await newTemplateIn(folder, file),
    });
    return done(`已加模板 ${name}，编号 ${id}`);
  },
  'template show': async (ctx, [id]) =>
    told(`${JSON.stringify(await publicTemplate({ ctx, id }), null, 2)}\n`),
  'template update': async (ctx, [id, file], { folder }) => {
    const input = await templateIn(folder, file);
    const { name, widthMm, heightMm } = await updatePublicTemplate({ ctx, id, input });
    return done(`已换模板 ${name} 的内容，${widthMm} × ${heightMm} mm；已经提交的标签照原来的印`);
  },
  'template remove': async (ctx, [id]) =>
    done(`已移除模板 ${(await removePublicTemplate({ ctx, id })).name}`),
  'template gaps': async (ctx, [id, username]) => {
    const { gaps, isWhole } = await listSerialGaps({ ctx, id, username });
    const cells = gaps.map(({ field, period, from, to, count, state, batchNo }) => [
      field,
      period,
      from === to ? from : `${from} – ${to}`,
      String(count),
      GAP_WORDS[state],
      batchNo,
    ]);
    const heads = ['栏', '周期', '号码', '个数', '状态', '批次'];
    const shown = isWhole ? cells : [...cells, ['…', '', '还有更早的', '', '', '']];
    return table(shown, '没有缺号', { heads, json: gaps });
  },
} satisfies Partial<Record<CommandName, Run>>;

const downloads = {
  'download list': async (ctx, [alias]) => {
    const { versions } = await downloadList({ ctx, software: await getSoftware(ctx, { alias }) });
    const files = versions.flatMap((version) => version.files);
    const cells = files.map(({ id, version, platform, fileName, size }) => [
      id,
      version,
      platform,
      fileName,
      `${size} 字节`,
    ]);
    const heads = ['编号', '版本', '系统', '文件', '大小'];
    return table(cells, '还没有下载文件', { heads, json: files });
  },
  'download add': async (ctx, [alias, name], { flags, folder }) => {
    const { fileName, content } = await bytesIn(folder, name);
    const notes =
      flags['notes'] === undefined ? {} : { notes: await getValue(folder, flags['notes']) };
    const input = { ...flags, ...notes, fileName };
    const added = await addDownload({ ctx, alias, input, content });
    const { id, size, sha256 } = added;
    return done(`已加 ${added.fileName}，编号 ${id}，${size} 字节\nSHA-256 ${sha256}`);
  },
  'download remove': async (ctx, [id]) =>
    done(`已移除 ${(await removeDownload({ ctx, id })).fileName}`),
} satisfies Partial<Record<CommandName, Run>>;

const RUN: Record<CommandName, Run> = {
  ...software,
  ...templates,
  ...downloads,
  ...articles,
  ...forum,
  ...moneyCommands,
  ...payCommands,
  ...statisticsCommands,
  ...securityCommands,
  ...auditCommands,
  ...dictCommands,
  ...memberCommands,
  ...noticeCommands,
  ...clientCommands,
  'search rebuild': async (ctx) => {
    const { documents, ms } = await rebuildIndex({ ctx });
    return done(`已重建搜索，${documents} 篇，用了 ${Math.ceil(ms / 1000)} 秒`);
  },
};

/**
 * Carries a command out through the same verbs as the site; files are named from `folder`.
 * @throws {ServiceError | UserError} when it cannot be
 */
export const runCommand = (
  ctx: Context,
  { name, args, flags }: Exclude<Command, { name: 'help' }>,
  folder: string,
): Promise<Outcome> => {
  const [first = '', second = '', third = ''] = args;
  const why = flags['reason'];
  const user = ctx.actor.kind === 'operator' ? ctx.actor.user : '';
  const operator = actingAs(ctx, { kind: 'operator', user, ...(why === undefined ? {} : { why }) });
  return RUN[name](operator, [first, second, third], { flags, folder });
};
