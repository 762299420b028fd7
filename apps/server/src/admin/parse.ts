import { type CommandName, isCommandName, getLine, listGroup, TYPED, getUsage } from './usage.ts';

/** What an operator asked for. */
export type Command =
  | { name: 'help' }
  | {
      name: CommandName;
      args: string[];
      flags: Readonly<Record<string, string>>;
      /** What was listed is wanted as JSON. */
      json: boolean;
    };

/** A command line that cannot be understood; the message says what to write instead. */
export class UsageError extends Error {
  override name = 'UsageError';
}

const wrong = (name: CommandName): UsageError => new UsageError(`要这样写：${getLine(name)}`);

/** Arguments that must be there, in order; the last one takes the rest of the line. */
const take = (name: CommandName, args: readonly string[]): string[] => {
  const wanted = getUsage(name).args.split(' ').filter(Boolean).length;
  const taken =
    wanted === 0 ? [] : [...args.slice(0, wanted - 1), args.slice(wanted - 1).join(' ')];
  // Of one in brackets there may be none.
  const least = getUsage(name).args.startsWith('[') ? 0 : wanted;
  const isShort = args.length < least || taken.some((value, i) => value === '' && i < wanted - 1);
  if (isShort || (wanted === 0 && args.length > 0)) throw wrong(name);
  return taken;
};

const REASON_MOST = 200;

const refuseLongReason = (reason: string | undefined): void => {
  if (reason !== undefined && (reason.length > REASON_MOST || /\p{Cc}/u.test(reason)))
    throw new UsageError(`原因最多 ${REASON_MOST} 个字，写在一行里`);
};

/** `--until` of `--until 2026-12-31` or `--until=2026-12-31`; undefined for a text, though it may begin with a dash. */
const getFlag = (word: string): { flag: string; value: string | undefined } | undefined => {
  const [, flag, value] = /^--([a-z][a-z-]*)(?:=([\s\S]*))?$/.exec(word) ?? [];
  return flag === undefined ? undefined : { flag, value };
};

type Given = { args: string[]; flags: Record<string, string>; json: boolean };

/**
 * Named values apart from the rest; what follows `--` is taken as it is. Commands without any keep every word, so that a
 * reason may begin with `--`.
 */
const flagsIn = (name: CommandName, argv: readonly string[]): Given => {
  const { needed = {}, optional = {}, list = false } = getUsage(name);
  const known = new Set([...Object.keys(needed), ...Object.keys(optional)]);
  const given: Given = { args: [], flags: {}, json: false };
  if (known.size === 0 && !list) return { ...given, args: [...argv] };
  const rest = [...argv];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const found = getFlag(word);
    if (word === '--') given.args.push(...rest.splice(0));
    else if (!found) given.args.push(word);
    else if (found.flag === 'json' && list && found.value === undefined) given.json = true;
    else {
      const value = found.value ?? rest.shift();
      if (!known.has(found.flag) || value === undefined || known.has(getFlag(value)?.flag ?? ''))
        throw wrong(name);
      given.flags[found.flag] = value;
    }
  }
  refuseLongReason(given.flags['reason']);
  if (!Object.keys(needed).every((flag) => given.flags[flag]?.trim())) throw wrong(name);
  return given;
};

/** Lists the commands of the group that was meant, where there is one. */
const refuseName = (name: string, argv: readonly string[]): UsageError => {
  const group = [argv.slice(0, 2), argv.slice(0, 1)].find((words) => listGroup(words).length > 0);
  if (!group) return new UsageError(`没有“${name}”这个命令，运行 ${TYPED} help 看有哪些`);
  const title = group.join(' ');
  const heading =
    group.length === argv.length
      ? `${title} 的命令：`
      : `没有“${argv.slice(0, group.length + 1).join(' ')}”这个命令，${title} 有：`;
  return new UsageError(
    [heading, ...listGroup(group).map((one) => `  ${getLine(one)}`)].join('\n'),
  );
};

/** @throws {UsageError} */
export const parseCommand = (argv: readonly string[]): Command => {
  const [area, verb, third] = argv;
  if (area === undefined || ['help', '-h', '--help'].includes(area)) return { name: 'help' };
  // Most names are two words; some are three, and no two-word name begins one of them.
  const long = `${area} ${verb ?? ''} ${third ?? ''}`;
  const name = isCommandName(long) ? long : `${area} ${verb ?? ''}`.trim();
  const rest = argv.slice(name.split(' ').length);
  if (!isCommandName(name)) throw refuseName(name, argv);
  const { args, flags, json } = flagsIn(name, rest);
  return { name, args: take(name, args), flags, json };
};
