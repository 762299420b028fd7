import { expect, it } from 'vitest';
import { parseCommand, UsageError } from './parse.ts';

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
