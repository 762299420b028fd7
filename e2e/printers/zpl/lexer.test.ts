import { expect, test } from 'vitest';
import { Lexer } from './lexer.ts';

const read = (
  chunks: string[],
  rules: Partial<{ mostFormatBytes: number; strayXa: 'restarts' | 'merges' }> = {},
) => {
  const heard: string[] = [];
  const lexer = new Lexer(
    { mostFormatBytes: 10_000, strayXa: 'restarts', ...rules },
    {
      format: (bytes) => heard.push(`format ${bytes.toString('latin1')}`),
      control: (name, parameter) => {
        heard.push(`control ${name} ${parameter}`.trim());
        if (name === 'JX') lexer.cancel('~JX');
      },
      sgd: (verb, name, value) => heard.push(`sgd ${verb} ${name} ${value}`.trim()),
      lost: (bytes, reason) => heard.push(`lost ${bytes} ${reason}`),
    },
  );
  for (const chunk of chunks) lexer.push(Buffer.from(chunk, 'latin1'));
  return heard;
};

const stream =
  'noise^XA^FO1,2^FDa^FS^XZ\r\n~HS^xa^FDb~HSc^FS^XZ! U1 getvar "a.b"\r\n~SD15^XA^GFB,4,4,2,^XZ~^XZ';

test('splits a stream into formats, control commands and SGD lines', () => {
  expect(read([stream])).toEqual([
    'format ^FO1,2^FDa^FS',
    'control HS',
    'control HS',
    'format ^FDbc^FS',
    'sgd getvar a.b',
    'control SD 15',
    'format ^GFB,4,4,2,^XZ~',
  ]);
});

test('however the bytes arrive', () => {
  expect(read([...stream])).toEqual(read([stream]));
});

test('a control command inside a format is acted upon at once and is no part of it', () => {
  expect(read(['^XA^FDa~HSb^FS', '^XZ'])).toEqual(['control HS', 'format ^FDab^FS']);
});

test('~JX forgets the unfinished format only', () => {
  expect(read(['^XA^FD1^FS^XZ^XA^FD2~JX^FS^XZ^XA^FD3^FS^XZ'])).toEqual([
    'format ^FD1^FS',
    'control JX',
    'lost 4 ~JX',
    'format ^FD3^FS',
  ]);
});

test('STX and ETX stand for ^XA and ^XZ', () => {
  expect(read(['\x02^FDa^FS\x03'])).toEqual(['format ^FDa^FS']);
});

test('^XA in a format starts afresh, or is passed over', () => {
  expect(read(['^XA^FD1^XA^FD2^XZ'])).toEqual(['lost 4 cut short by another ^XA', 'format ^FD2']);
  expect(read(['^XA^FD1^XA^FD2^XZ'], { strayXa: 'merges' })).toEqual(['format ^FD1^FD2']);
});

test('loses a format that does not fit the memory, and hears the next one', () => {
  expect(read([`^XA^FD${'x'.repeat(200)}^XZ^XA^FDy^XZ`], { mostFormatBytes: 100 })).toEqual([
    'lost 203 out of memory',
    'format ^FDy',
  ]);
});

test('SGD lines need their words and their line end', () => {
  expect(read(['! U1 setvar "a" "b"\n'])).toEqual(['sgd setvar a b']);
  expect(read(['! U2 getvar "a"\n'])).toEqual([]);
  expect(read(['!^XA^FDx^XZ'])).toEqual(['format ^FDx']);
  expect(read([`! U1 ${'x'.repeat(5000)}`, '^XA^FDx^XZ'])).toEqual(['format ^FDx']);
});

test('RS, DLE, US and SI stand for ^, ~, the comma and ^FS', () => {
  expect(read(['\x1eXA\x1eFO1\x1f2\x1eFDa,b\x0f\x10HS\x1eXZ'])).toEqual([
    'control HS',
    'format ^FO1,2^FDa,b^FS',
  ]);
});

test('a changed prefix is read from the next byte on, and ^ is data then', () => {
  expect(read(['^XA^CC/^FDno/FD^/FS/XZ/XA/CC^^FDb^XZ'])).toEqual([
    'format ^^FDno^FD^^^FS',
    'format ^FDb',
  ]);
  expect(read(['~CT++HS~HS+HI'])).toEqual(['control HS', 'control HI']);
});

test('a changed delimiter leaves commas as they are', () => {
  expect(read(['^XA^CD;^FO1;2^FO3,4^FDa;b^XZ'])).toEqual(['format ^FO1,2^FO3\x1f4^FDa;b']);
});
