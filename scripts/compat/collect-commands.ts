import { HELP } from '../../apps/agent/src/cli/help.ts';
import { COMMAND_NAMES, getCommandUsage } from '../../apps/server/src/admin/usage.ts';
import type { Entries } from './entries.ts';
import { readSource } from './sources.ts';

/** Commands of the operator, with positional arguments in order and options by name. */
const listAdminCommands = (): [string, string][] =>
  COMMAND_NAMES.flatMap((name) => {
    const { args, needed = {}, optional = {}, list } = getCommandUsage(name);
    return [
      [`admin ${name}`, args],
      ...Object.keys(needed).map((flag): [string, string] => [
        `admin ${name} --${flag}`,
        'required',
      ]),
      ...Object.keys(optional).map((flag): [string, string] => [
        `admin ${name} --${flag}`,
        'optional',
      ]),
      ...(list ? [[`admin ${name} --json`, 'optional'] as [string, string]] : []),
    ];
  });

/** Commands of the print client, from its command table, and options, from its help text. */
const listClientCommands = (): [string, string][] => {
  const table = /const COMMANDS:[^{]*\{\n([\s\S]*?)\n\};/.exec(
    readSource('apps/agent/src/main.ts'),
  );
  const commands = Array.from((table?.[1] ?? '').matchAll(/^ {2}'?([\w-]+)'?(?::|,$)/gm));
  if (commands.length === 0) throw new Error('apps/agent/src/main.ts has no table of commands');
  const flags = Array.from(HELP.matchAll(/--(\[no-\])?([a-z]+(?:-[a-z]+)*)/g));
  return [
    ...commands.map(([, name = '']): [string, string] => [`client ${name}`, '']),
    ...flags.map(([, negation = '', flag = '']): [string, string] => [
      `client --${negation}${flag}`,
      '',
    ]),
  ];
};

/** Commands that operators and members type or have in their own scripts. */
export const collectCommands = (): Entries =>
  new Map([...listAdminCommands(), ...listClientCommands()]);
