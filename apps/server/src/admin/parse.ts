/** What an operator asked for. */
export type Command =
  | { name: 'help' }
  | { name: 'software list' }
  | { name: 'software set'; alias: string; field: string; value: string }
  | { name: 'software offline'; alias: string; reason: string }
  | { name: 'software online'; alias: string }
  | { name: 'member suspend'; username: string; alias: string; reason: string }
  | { name: 'member unsuspend'; username: string; alias: string };

/** A command line that cannot be understood; the message says what to write instead. */
export class UsageError extends Error {
  override name = 'UsageError';
}

const USAGE = {
  'software list': '',
  'software set': '<别名> <字段> <值>',
  'software offline': '<别名> <原因>',
  'software online': '<别名>',
  'member suspend': '<用户名> <别名> <原因>',
  'member unsuspend': '<用户名> <别名>',
} as const;

type Known = keyof typeof USAGE;

const PURPOSE: Record<Known, string> = {
  'software list': '列出所有软件',
  'software set': '改一款软件的一个字段',
  'software offline': '下线，访客看到原因',
  'software online': '重新上线',
  'member suspend': '暂停会员使用一款软件，会员看到原因',
  'member unsuspend': '恢复',
};

const line = (name: Known): string => `npm run admin -- ${name} ${USAGE[name]}`.trimEnd();

export const helpText = (fields: readonly string[]): string =>
  [
    '云标管理命令：',
    '',
    ...(Object.keys(USAGE) as Known[]).map((name) => `  ${line(name)}\n      ${PURPOSE[name]}`),
    '',
    `software set 可以改的字段：${fields.join('、')}`,
    '改动对正在运行的网站一秒内生效。数据库由 DATA_DIR 或 DATABASE_URL 指定，与网站相同。',
    '',
  ].join('\n');

const isKnown = (name: string): name is Known => name in USAGE;

/** Arguments that must be there, in order; the last one takes the rest of the line. */
const take = (name: Known, args: readonly string[]): string[] => {
  const wanted = USAGE[name].split(' ').filter(Boolean).length;
  const taken =
    wanted === 0 ? [] : [...args.slice(0, wanted - 1), args.slice(wanted - 1).join(' ')];
  const isShort = args.length < wanted || taken.some((value, i) => value === '' && i < wanted - 1);
  if (isShort || (wanted === 0 && args.length > 0)) throw new UsageError(`要这样写：${line(name)}`);
  return taken;
};

/** @throws {UsageError} */
export const parseCommand = (argv: readonly string[]): Command => {
  const [area, verb, ...args] = argv;
  if (area === undefined || ['help', '-h', '--help'].includes(area)) return { name: 'help' };
  const name = `${area} ${verb ?? ''}`.trim();
  if (!isKnown(name)) {
    throw new UsageError(`没有“${name}”这个命令，运行 npm run admin -- help 看有哪些`);
  }
  const [first = '', second = '', third = ''] = take(name, args);
  switch (name) {
    case 'software list':
      return { name };
    case 'software set':
      return { name, alias: first, field: second, value: third };
    case 'software offline':
      return { name, alias: first, reason: second };
    case 'software online':
      return { name, alias: first };
    case 'member suspend':
      return { name, username: first, alias: second, reason: third };
    case 'member unsuspend':
      return { name, username: first, alias: second };
  }
};
