import { parseArgs } from 'node:util';
import { type CommandName, isCommandName, lineOf, usageOf } from './usage.ts';

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

const wrong = (name: CommandName): UsageError => new UsageError(`要这样写：${lineOf(name)}`);

/** Arguments that must be there, in order; the last one takes the rest of the line. */
const take = (name: CommandName, args: readonly string[]): string[] => {
  const wanted = usageOf(name).args.split(' ').filter(Boolean).length;
  const taken =
    wanted === 0 ? [] : [...args.slice(0, wanted - 1), args.slice(wanted - 1).join(' ')];
  const isShort = args.length < wanted || taken.some((value, i) => value === '' && i < wanted - 1);
  if (isShort || (wanted === 0 && args.length > 0)) throw wrong(name);
  return taken;
};

const REASON_MOST = 200;

const refuseLongReason = (reason: string | undefined): void => {
  if (reason !== undefined && (reason.length > REASON_MOST || /\p{Cc}/u.test(reason)))
    throw new UsageError(`原因最多 ${REASON_MOST} 个字，写在一行里`);
};

/** Named values apart from the rest. Commands without any keep every word, so that a reason may begin with `--`. */
const flagsIn = (
  name: CommandName,
  argv: string[],
): { args: string[]; flags: Record<string, string>; json: boolean } => {
  const { needed = {}, optional = {}, list = false } = usageOf(name);
  const known = [...Object.keys(needed), ...Object.keys(optional)];
  if (known.length === 0 && !list) return { args: argv, flags: {}, json: false };
  const options: Record<string, { type: 'string' | 'boolean' }> = {
    ...Object.fromEntries(known.map((flag) => [flag, { type: 'string' as const }])),
    ...(list ? { json: { type: 'boolean' } } : {}),
  };
  try {
    const { positionals, values } = parseArgs({ args: argv, options, allowPositionals: true });
    const { json = false, ...given } = values;
    const flags = Object.fromEntries(
      Object.entries(given).map(([flag, value]) => [flag, String(value)]),
    );
    refuseLongReason(flags['reason']);
    if (Object.keys(needed).every((flag) => flags[flag]?.trim()))
      return { args: positionals, flags, json: json === true };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
  throw wrong(name);
};

/** @throws {UsageError} */
export const parseCommand = (argv: readonly string[]): Command => {
  const [area, verb, third] = argv;
  if (area === undefined || ['help', '-h', '--help'].includes(area)) return { name: 'help' };
  // Most names are two words; some are three, and no two-word name begins one of them.
  const long = `${area} ${verb ?? ''} ${third ?? ''}`;
  const name = isCommandName(long) ? long : `${area} ${verb ?? ''}`.trim();
  const rest = argv.slice(name.split(' ').length);
  if (!isCommandName(name)) {
    throw new UsageError(`没有“${name}”这个命令，运行 npm run admin -- help 看有哪些`);
  }
  const { args, flags, json } = flagsIn(name, rest);
  return { name, args: take(name, args), flags, json };
};
