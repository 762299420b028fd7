import { expect, it } from 'vitest';
import { checkStatedReason, createLineCounter, checkFunctionLength } from './function-length.mjs';

const locate = (startLine, endLine, startColumn = 0, endColumn = 0) => ({
  start: { line: startLine, column: startColumn },
  end: { line: endLine, column: endColumn },
});

it('counts lines of code, without blank lines, comments and markup', () => {
  const text = [
    'const a = () => {',
    '  // why',
    '',
    '  b(); /* c */',
    '  return <p>',
    '    x',
    '  </p>',
    '};',
  ];
  const count = createLineCounter({
    text: text.join('\n'),
    comments: [locate(2, 2, 2, 8), locate(4, 4, 7, 14)],
    markup: [locate(5, 7)],
  });
  expect(count(locate(1, 8))).toEqual({ lines: 6, statements: 3 });
});

it.each([
  { lines: 50, statements: 50, refused: false, asked: false },
  { lines: 51, statements: 51, refused: false, asked: true },
  { lines: 80, statements: 20, refused: false, asked: false },
  { lines: 81, statements: 20, refused: true, asked: false },
])('$lines lines, $statements without markup', ({ lines, statements, refused, asked }) => {
  expect(checkFunctionLength({ lines, statements }) !== null).toBe(refused);
  expect(checkStatedReason({ lines, statements }) !== null).toBe(asked);
});
