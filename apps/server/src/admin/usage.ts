import { AUDIT_USAGE } from './audit.ts';
import { CLIENT_USAGE } from './client.ts';
import { DICT_USAGE } from './dict.ts';
import { DOCTOR_USAGE } from './doctor/doctor.ts';
import { FORUM_USAGE } from './forum-usage.ts';
import { MEMBER_USAGE } from './member-usage.ts';
import { MONEY_USAGE } from './money-usage.ts';
import { NODE_USAGE } from './nodes.ts';
import { NOTICE_USAGE } from './notices.ts';
import { SECURITY_USAGE } from './security.ts';
import { STATISTICS_USAGE } from './statistics.ts';
import { PAY_USAGE } from './pay-usage.ts';
import type { Usage } from './usage-parts.ts';

export type { Usage } from './usage-parts.ts';

const ARTICLE_FLAGS = {
  version: '更新日志的版本',
  published: '2026-11-21 或 2026-11-21 09:30',
  summary: '摘要',
};

export const USAGE = {
  ...DOCTOR_USAGE,
  ...NODE_USAGE,
  'software list': { args: '', purpose: '列出所有软件', list: true },
  'software add': {
    args: '<别名> <名称>',
    purpose: '添加一款软件，马上上线，带一个免费方案和自带的公共模板；别名是它的网址 /别名',
    optional: {
      templates: '自带哪些模板：label（标签，不写就是它）、waybill（面单）或 none（不要）',
    },
  },
  'software set': { args: '<别名> <字段> <值>', purpose: '修改一款软件的一个字段' },
  'software offline': { args: '<别名> <原因>', purpose: '下线，访客看到原因' },
  'software online': { args: '<别名>', purpose: '重新上线' },
  'template list': { args: '<别名>', purpose: '列出一款软件的公共模板和编号', list: true },
  'template show': { args: '<编号>', purpose: '把一个公共模板写成 template add 认的 JSON' },
  'template add': {
    args: '<别名> <模板.json>',
    purpose: '添加一个公共模板；文件里是 {name, category, template}，或者只有模板',
  },
  'template update': {
    args: '<编号> <模板.json>',
    purpose: '替换一个公共模板的内容；已经提交的标签按原来的打印，文件里没有名称和分类就不改它们',
  },
  'template remove': { args: '<编号>', purpose: '删除一个公共模板' },
  'template gaps': {
    args: '<编号> <会员>',
    purpose: '一个会员用这个模板领了、没有打印出来的流水号，新的在前',
    list: true,
  },
  'download list': { args: '<别名>', purpose: '列出一款软件的下载文件和编号', list: true },
  'download add': {
    args: '<别名> <文件>',
    purpose: '把文件复制进来供下载；系统是 windows、macos、linux、android、browser 或 any（通用）',
    needed: { version: '版本', platform: '系统', title: '名称' },
    optional: {
      arch: '架构',
      requirement: '需要什么',
      notes: '改了什么，一行一条',
      target: '打印客户端写 windows-x64、linux-x64 或 linux-arm64：装好的客户端会看到新版本',
    },
  },
  'download remove': { args: '<编号>', purpose: '删除一个下载文件' },
  'article list': {
    args: '',
    purpose: '列出所有文章和编号',
    optional: { software: '别名' },
    list: true,
  },
  'article add': {
    args: '<别名|/> <标题> <正文>',
    purpose:
      '发布一篇文章，/ 是全站的；类型是 updateLog、help、news 或 legal，日期是北京时间，没到就先不显示；正文是 Markdown，图片放在它旁边，写成 ![说明](文件名)',
    needed: { type: '类型' },
    optional: ARTICLE_FLAGS,
  },
  'article set': {
    args: '<legal:terms|legal:privacy|编号> <标题> <正文>',
    purpose: '写用户协议、隐私政策，或改一篇已有的文章；正文是 Markdown',
    optional: ARTICLE_FLAGS,
  },
  'article remove': { args: '<编号>', purpose: '删除一篇文章' },
  ...DICT_USAGE,
  ...MONEY_USAGE,
  ...PAY_USAGE,
  ...STATISTICS_USAGE,
  ...AUDIT_USAGE,
  'search rebuild': { args: '', purpose: '重建搜索；网站照常开着，问答很多时要几分钟' },
  ...MEMBER_USAGE,
  ...NOTICE_USAGE,
  ...CLIENT_USAGE,
  ...SECURITY_USAGE,
  ...FORUM_USAGE,
} as const satisfies Record<string, Usage>;

export type CommandName = keyof typeof USAGE;

export const getCommandUsage = (name: CommandName): Usage => USAGE[name];

export const isCommandName = (name: string): name is CommandName => Object.hasOwn(USAGE, name);

export const COMMAND_NAMES: readonly CommandName[] = Object.keys(USAGE).filter(isCommandName);

/** Lists commands that start with these words. Empty when no such group exists. */
export const listGroupCommands = (words: readonly string[]): CommandName[] => {
  const group = `${words.join(' ')} `;
  return COMMAND_NAMES.filter((name) => name.startsWith(group));
};

/** Command prefix in a checkout. */
export const COMMAND_PREFIX = 'npm run admin --';

/** The full command line with its flags. */
export const formatUsageLine = (name: CommandName): string => {
  const { args, needed = {}, optional = {}, list = false } = getCommandUsage(name);
  const requiredFlags = Object.entries(needed).map(
    ([flag, placeholder]) => `--${flag} <${placeholder}>`,
  );
  const optionalFlags = Object.entries(optional).map(
    ([flag, placeholder]) => `[--${flag} <${placeholder}>]`,
  );
  const json = list ? ['[--json]'] : [];
  return [COMMAND_PREFIX, name, args, ...requiredFlags, ...optionalFlags, ...json]
    .filter(Boolean)
    .join(' ');
};

export const formatHelp = (fields: readonly string[], jsonFields: readonly string[]): string =>
  [
    '云标管理命令：',
    '',
    ...COMMAND_NAMES.map(
      (name) => `  ${formatUsageLine(name)}\n      ${getCommandUsage(name).purpose}`,
    ),
    '',
    `software set 可以改的字段：${fields.join('、')}`,
    `其中 ${jsonFields.join('、')} 的值是 JSON，例如 facts '[{"label":"用来","value":"价签"}]'`,
    '值、正文和 --notes 写成 @文件 时，用这个文件的内容（UTF-8）。',
    '改动钱和权限的命令都留审计：谁（这台机器上的哪个用户）、什么时候、做了什么；--reason 写明为什么。',
    '改动对正在运行的网站两秒内生效，命令返回时已经看得到。数据库由 DATA_DIR 或 DATABASE_URL 指定，与网站相同。',
    '',
  ].join('\n');
