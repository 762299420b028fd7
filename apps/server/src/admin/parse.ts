import {
  type CommandName,
  isCommandName,
  formatUsageLine,
  listGroupCommands,
  COMMAND_PREFIX,
  getCommandUsage,
} from './usage.ts';

export type Command =
  | { name: 'help' }
  | {
      name: CommandName;
      args: string[];
      flags: Readonly<Record<string, string>>;
      /** The list is requested as JSON. */
      json: boolean;
    };

/** The command line cannot be parsed. The message shows the correct form. */
export class UsageError extends Error {
  override name = 'UsageError';
}

const createUsageError = (name: CommandName): UsageError =>
  new UsageError(`要这样写：${formatUsageLine(name)}`);

/** Parses required arguments in order. The last argument takes the rest of the line. */
const parseArgs = (name: CommandName, args: readonly string[]): string[] => {
  const expectedCount = getCommandUsage(name).args.split(' ').filter(Boolean).length;
  const values =
    expectedCount === 0
      ? []
      : [...args.slice(0, expectedCount - 1), args.slice(expectedCount - 1).join(' ')];
  // An argument in brackets is optional.
  const minCount = getCommandUsage(name).args.startsWith('[') ? 0 : expectedCount;
  const isTooFew =
    args.length < minCount || values.some((value, i) => value === '' && i < expectedCount - 1);
  if (isTooFew || (expectedCount === 0 && args.length > 0)) throw createUsageError(name);
  return values;
};

const MAX_REASON_LENGTH = 200;

const refuseLongOrMultilineReason = (reason: string | undefined): void => {
  if (reason !== undefined && (reason.length > MAX_REASON_LENGTH || /\p{Cc}/u.test(reason)))
    throw new UsageError(`原因最多 ${MAX_REASON_LENGTH} 个字，写在一行里`);
};

/**
 * Parses `--until` from `--until 2026-12-31` or `--until=2026-12-31`. Returns undefined for any
 * other text, even if it begins with a dash.
 */
const parseFlag = (word: string): { flag: string; value: string | undefined } | undefined => {
  const [, flag, value] = /^--([a-z][a-z-]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
  return flag === undefined ? undefined : { flag, value };
};

type ParsedArgs = { args: string[]; flags: Record<string, string>; json: boolean };

/**
 * Separates flags from arguments. Words after `--` are taken literally. Commands without flags keep
 * every word, so that a reason may begin with `--`.
 */
const parseFlags = (name: CommandName, argv: readonly string[]): ParsedArgs => {
  const { needed = {}, optional = {}, list = false } = getCommandUsage(name);
  const flagNames = new Set([...Object.keys(needed), ...Object.keys(optional)]);
  const parsedArgs: ParsedArgs = { args: [], flags: {}, json: false };
  if (flagNames.size === 0 && !list) return { ...parsedArgs, args: [...argv] };
  const remaining = [...argv];
  for (let word = remaining.shift(); word !== undefined; word = remaining.shift()) {
    const parsedFlag = parseFlag(word);
    if (word === '--') parsedArgs.args.push(...remaining.splice(0));
    else if (!parsedFlag) parsedArgs.args.push(word);
    else if (parsedFlag.flag === 'json' && list && parsedFlag.value === undefined)
      parsedArgs.json = true;
    else {
      const value = parsedFlag.value ?? remaining.shift();
      if (
        !flagNames.has(parsedFlag.flag) ||
        value === undefined ||
        flagNames.has(parseFlag(value)?.flag ?? '')
      )
        throw createUsageError(name);
      parsedArgs.flags[parsedFlag.flag] = value;
    }
  }
  refuseLongOrMultilineReason(parsedArgs.flags['reason']);
  if (!Object.keys(needed).every((flag) => parsedArgs.flags[flag]?.trim()))
    throw createUsageError(name);
  return parsedArgs;
};

/** Lists the commands of the group that the name seems to belong to, if there is one. */
const createUnknownCommandError = (name: string, argv: readonly string[]): UsageError => {
  const group = [argv.slice(0, 2), argv.slice(0, 1)].find(
    (words) => listGroupCommands(words).length > 0,
  );
  if (!group) return new UsageError(`没有“${name}”这个命令，运行 ${COMMAND_PREFIX} help 看有哪些`);
  const title = group.join(' ');
  const heading =
    group.length === argv.length
      ? `${title} 的命令：`
      : `没有“${argv.slice(0, group.length + 1).join(' ')}”这个命令，${title} 有：`;
  return new UsageError(
    [
      heading,
      ...listGroupCommands(group).map((groupCommand) => `  ${formatUsageLine(groupCommand)}`),
    ].join('\n'),
  );
};

/** Parses a command line. @throws {UsageError} */
export const parseCommand = (argv: readonly string[]): Command => {
  const [area, verb, third] = argv;
  if (area === undefined || ['help', '-h', '--help'].includes(area)) return { name: 'help' };
  // Most command names have two words, some have three, one has one. No name is a prefix of
  // another.
  const threeWordName = `${area} ${verb ?? ''} ${third ?? ''}`;
  const name = [area, threeWordName].find(isCommandName) ?? `${area} ${verb ?? ''}`.trim();
  const remaining = argv.slice(name.split(' ').length);
  if (!isCommandName(name)) throw createUnknownCommandError(name, argv);
  const { args, flags, json } = parseFlags(name, remaining);
  return { name, args: parseArgs(name, args), flags, json };
};
