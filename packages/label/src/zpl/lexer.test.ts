import { expect, it } from 'vitest';
import { encodeLatin1 } from '../bytes.ts';
import { listZplCommands, decodeLatin1 } from './lexer.ts';

const splitCommands = (text: string): string[] =>
  [...listZplCommands(encodeLatin1(text))].map(({ name, data }) => `${name}|${decodeLatin1(data)}`);

it('cuts a stream at its signs, whatever the case of a name', () => {
  expect(splitCommands('^xa^FO10,20^A0N,30,30^FDa b^FS^XZ')).toEqual([
    '^XA|',
    '^FO|10,20',
    '^A|0N,30,30',
    '^FD|a b',
    '^FS|',
    '^XZ|',
  ]);
});

it('lets a stream change its own signs, as drivers do before they begin', () => {
  expect(splitCommands('CT~~CD,~CC^~CT~^XA')).toEqual([
    '|CT',
    '~|',
    '~CD|,',
    '~CC|^',
    '~CT|~',
    '^XA|',
  ]);
  expect(splitCommands('^CC//XA/FDa^b/FS')).toEqual(['^CC|/', '^XA|', '^FD|a^b', '^FS|']);
  const [, , command] = [...listZplCommands(encodeLatin1('^CD;^CT!^FO1;2!HS'))];
  expect(command).toMatchObject({ name: '^FO', delimiter: ';'.charCodeAt(0) });
});

it('takes binary data for no commands, however it looks', () => {
  expect(splitCommands('^GFB,6,6,2,^XZ~HS^FS')).toEqual(['^GF|B,6,6,2,^XZ~HS', '^FS|']);
  expect(splitCommands('~DYR:A,B,G,3,1,^^^^XA')).toEqual(['~DY|R:A,B,G,3,1,^^^', '^XA|']);
  // A length that exceeds the stream ends with the stream.
  expect(splitCommands('^GFB,999999999,6,2,^XZ')).toEqual(['^GF|B,999999999,6,2,^XZ']);
});

it('ends text at a tilde only where a control command begins', () => {
  expect(splitCommands('^FD1~2~ABC^FS')).toEqual(['^FD|1~2~ABC', '^FS|']);
  expect(splitCommands('^FDabc~HS^FS')).toEqual(['^FD|abc', '~HS|', '^FS|']);
});

it('knows the single characters that stand for commands, and bytes that are none', () => {
  expect(splitCommands('\u0002^FDa\u000f\u0003')).toEqual(['^XA|', '^FD|a', '^FS|', '^XZ|']);
  expect(splitCommands('SIZE 1^')).toEqual(['|SIZE 1', '^|']);
});

it('knows RS and DLE as prefixes, in text and after the others were changed, too', () => {
  expect(splitCommands('\u001eXA\u001eFDa\u0010HS\u001eFS')).toEqual([
    '^XA|',
    '^FD|a',
    '~HS|',
    '^FS|',
  ]);
  expect(splitCommands('^CC//XA\u001eFDa')).toEqual(['^CC|/', '^XA|', '^FD|a']);
});
