import { expect, it } from 'vitest';
import { parseCommand, UsageError } from './parse.ts';
import { COMMAND_NAMES, COMMAND_PREFIX, formatHelp } from './usage.ts';

it.each([
  [['article', 'add', 'labels', '1.0.0', '- 第一版', '--type', 'updateLog', '--version', '1.0.0']],
  [['article', 'add', '--type=updateLog', 'labels', '--version=1.0.0', '1.0.0', '- 第一版']],
  [
    [
      'article',
      'add',
      '--type',
      'updateLog',
      '--version',
      '1.0.0',
      '--',
      'labels',
      '1.0.0',
      '- 第一版',
    ],
  ],
])('texts may begin with a dash, and named values stand anywhere: %j', (argv) => {
  expect(parseCommand(argv)).toEqual({
    name: 'article add',
    args: ['labels', '1.0.0', '- 第一版'],
    flags: { type: 'updateLog', version: '1.0.0' },
    json: false,
  });
});

it.each([
  [['article', 'add', 'a', 'b', 'c']],
  [['article', 'add', 'a', 'b', 'c', '--type']],
  [['article', 'add', 'a', 'b', 'c', '--type', '--version', '1.0.0']],
  [['article', 'add', 'a', 'b', 'c', '--type', 'help', '--colour', 'red']],
  [['article', 'add', 'a', 'b', 'c', '--type', 'help', '--json']],
  [['software', 'list', '--json=yes']],
  [['software', 'list', 'x']],
])('what is written wrong is refused with how it is written: %j', (argv) => {
  expect(() => parseCommand(argv)).toThrow(UsageError);
  expect(() => parseCommand(argv)).toThrow(/^要这样写：npm run admin -- /);
});

it.each([
  [
    ['dict'],
    /^dict 的命令：\n {2}npm run admin -- dict list [^]*\n {2}npm run admin -- dict remove /,
  ],
  [['forum', 'group'], /^forum group 的命令：\n {2}npm run admin -- forum group add /],
  [
    ['software', 'erase'],
    /^没有“software erase”这个命令，software 有：\n {2}npm run admin -- software /,
  ],
  [['nothing', 'x'], /^没有“nothing x”这个命令，运行 npm run admin -- help 看有哪些$/],
])('a group of commands is answered with those in it: %j', (argv, words) => {
  expect(() => parseCommand(argv)).toThrow(words);
});

const LINES = formatHelp([], [])
  .split('\n')
  .filter((line) => line.startsWith(`  ${COMMAND_PREFIX} `));

/** First words of commands with several. */
const GROUPS = [
  ...new Set(
    COMMAND_NAMES.flatMap((name) => (name.includes(' ') ? [name.split(' ')[0] ?? ''] : [])),
  ),
];

it.each(GROUPS.map((group) => [group]))('the group %s is listed whole', (group) => {
  const lines = LINES.filter((line) => line.startsWith(`  ${COMMAND_PREFIX} ${group} `));
  expect(() => parseCommand([group])).toThrow([`${group} 的命令：`, ...lines].join('\n'));
});
