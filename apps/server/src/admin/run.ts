import {
  copyContextWithActor,
  addDownload,
  addPublicTemplate,
  addShippedTemplates,
  listAllSoftwares,
  type Context,
  createSoftware,
  listDownloadsByVersion,
  getSoftware,
  exportPublicTemplate,
  listPublicTemplates,
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
import {
  openLocalFile,
  readTemplateFileForCreation,
  readTemplateFile,
  readValueOrFile,
} from './files.ts';
import { dictCommands } from './dict.ts';
import { memberCommands } from './members.ts';
import { nodeCommands } from './nodes.ts';
import { noticeCommands } from './notices.ts';
import { moneyCommands } from './money.ts';
import { payCommands } from './pay.ts';
import { forum } from './forum.ts';
import {
  createChangeOutcome,
  type Outcome,
  type RunCommand,
  reportTable,
  createTextOutcome,
} from './command-outcome.ts';
import { securityCommands } from './security.ts';
import { statisticsCommands } from './statistics.ts';
import type { Command } from './parse.ts';
import type { CommandName } from './usage.ts';

const listSoftwaresAsOutcome = async (ctx: Context): Promise<Outcome> => {
  const rows = await listAllSoftwares({ ctx });
  const cells = rows.map((row) => [
    row.alias,
    row.name,
    row.domain ?? '-',
    row.state === 'online' ? '上线' : `下线：${row.offline_reason}`,
  ]);
  return reportTable(cells, '还没有软件', {
    headings: ['别名', '名称', '域名', '状态'],
    json: rows,
  });
};

const software = {
  'software list': listSoftwaresAsOutcome,
  'software add': async (ctx, [alias, name], { flags }) => {
    const software = await createSoftware({ ctx, alias, name, templates: flags['templates'] });
    await addShippedTemplates({ ctx });
    return createChangeOutcome(
      `已加 ${software.name}，网址是 ${ctx.settings.publicUrl}/${software.alias}`,
    );
  },
  'software set': async (ctx, [alias, field, value], { folder }) => {
    const software = await setSoftwareField({
      ctx,
      alias,
      field,
      value: await readValueOrFile(folder, value),
    });
    if (field === 'templates') await addShippedTemplates({ ctx });
    return createChangeOutcome(`已改 ${software.alias} 的 ${field}`);
  },
  'software offline': async (ctx, [alias, reason]) => {
    await setSoftwareState({ ctx, alias, state: 'offline', reason });
    return createChangeOutcome(`${alias} 已下线`);
  },
  'software online': async (ctx, [alias]) => {
    await setSoftwareState({ ctx, alias, state: 'online' });
    return createChangeOutcome(`${alias} 已上线`);
  },
} satisfies Partial<Record<CommandName, RunCommand>>;

const GAP_TEXT = { waiting: '还在等', uncertain: '待确认', lost: '没打印出来' } as const;

const templates = {
  'template list': async (ctx, [alias]) => {
    const list = await listPublicTemplates({ ctx, alias });
    const cells = list.map(({ id, name, category, widthMm, heightMm }) => [
      id,
      name,
      category,
      `${widthMm} × ${heightMm} mm`,
    ]);
    return reportTable(cells, '还没有公共模板', {
      headings: ['编号', '名称', '分类', '尺寸'],
      json: list,
    });
  },
  'template add': async (ctx, [alias, file], { folder }) => {
    const { id, name } = await addPublicTemplate({
      ctx,
      alias,
      input: await readTemplateFileForCreation(folder, file),
    });
    return createChangeOutcome(`已加模板 ${name}，编号 ${id}`);
  },
  'template show': async (ctx, [id]) =>
    createTextOutcome(`${JSON.stringify(await exportPublicTemplate({ ctx, id }), null, 2)}\n`),
  'template update': async (ctx, [id, file], { folder }) => {
    const input = await readTemplateFile(folder, file);
    const { name, widthMm, heightMm } = await updatePublicTemplate({ ctx, id, input });
    return createChangeOutcome(
      `已换模板 ${name} 的内容，${widthMm} × ${heightMm} mm；已经提交的标签按原来的打印`,
    );
  },
  'template remove': async (ctx, [id]) =>
    createChangeOutcome(`已删除模板 ${(await removePublicTemplate({ ctx, id })).name}`),
  'template gaps': async (ctx, [id, username]) => {
    const { gaps, isWhole } = await listSerialGaps({ ctx, id, username });
    const cells = gaps.map(({ field, period, from, to, count, state, batchNo }) => [
      field,
      period,
      from === to ? from : `${from} – ${to}`,
      String(count),
      GAP_TEXT[state],
      batchNo,
    ]);
    const heads = ['栏', '周期', '号码', '个数', '状态', '批次'];
    const rows = isWhole ? cells : [...cells, ['…', '', '还有更早的', '', '', '']];
    return reportTable(rows, '没有缺号', { headings: heads, json: gaps });
  },
} satisfies Partial<Record<CommandName, RunCommand>>;

const downloads = {
  'download list': async (ctx, [alias]) => {
    const { versions } = await listDownloadsByVersion({
      ctx,
      software: await getSoftware(ctx, { alias }),
    });
    const files = versions.flatMap((version) => version.files);
    const cells = files.map(({ id, version, platform, fileName, size }) => [
      id,
      version,
      platform,
      fileName,
      `${size} 字节`,
    ]);
    const heads = ['编号', '版本', '系统', '文件', '大小'];
    return reportTable(cells, '还没有下载文件', { headings: heads, json: files });
  },
  'download add': async (ctx, [alias, name], { flags, folder }) => {
    const { fileName, content } = await openLocalFile(folder, name);
    const notes =
      flags['notes'] === undefined ? {} : { notes: await readValueOrFile(folder, flags['notes']) };
    const input = { ...flags, ...notes, fileName };
    const download = await addDownload({ ctx, alias, input, content });
    const { id, size, sha256 } = download;
    return createChangeOutcome(
      `已加 ${download.fileName}，编号 ${id}，${size} 字节\nSHA-256 ${sha256}`,
    );
  },
  'download remove': async (ctx, [id]) =>
    createChangeOutcome(`已删除 ${(await removeDownload({ ctx, id })).fileName}`),
} satisfies Partial<Record<CommandName, RunCommand>>;

const COMMANDS: Record<CommandName, RunCommand> = {
  ...software,
  ...templates,
  ...downloads,
  ...articles,
  ...forum,
  ...moneyCommands,
  ...payCommands,
  ...statisticsCommands,
  ...nodeCommands,
  ...securityCommands,
  ...auditCommands,
  ...dictCommands,
  ...memberCommands,
  ...noticeCommands,
  ...clientCommands,
  // Opens the site itself, as far as it can be opened.
  doctor: () => Promise.reject(new Error('doctor is answered without a context')),
  'search rebuild': async (ctx) => {
    const { documents, ms } = await rebuildIndex({ ctx });
    return createChangeOutcome(`已重建搜索，${documents} 篇，用了 ${Math.ceil(ms / 1000)} 秒`);
  },
};

/**
 * Runs a command through the same service functions as the site. File names are relative to
 * `folder`.
 * @throws {ServiceError | UserError} if the command cannot be run
 */
export const runAdminCommand = (
  ctx: Context,
  { name, args, flags }: Exclude<Command, { name: 'help' }>,
  folder: string,
): Promise<Outcome> => {
  const [first = '', second = '', third = ''] = args;
  const reason = flags['reason'];
  const user = ctx.actor.kind === 'operator' ? ctx.actor.user : '';
  const operator = copyContextWithActor(ctx, {
    kind: 'operator',
    user,
    ...(reason === undefined ? {} : { why: reason }),
  });
  return COMMANDS[name](operator, [first, second, third], { flags, folder });
};
