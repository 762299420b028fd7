import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { escapeNonAscii } from './bundle.ts';

it('writes code in ASCII that says the same', () => {
  const code =
    "const 名 = `打印 𠮷 ${'é'}`; [名, /^打印 (?:𠮷) é$/u.test(名), /[一-龥]/.test('字')]";
  expect(escapeNonAscii(code)).toMatch(/^[\0-\x7f]*$/);
  expect(runInNewContext(escapeNonAscii(code))).toEqual(['打印 𠮷 é', true, true]);
});

it('refuses what would say something else', () => {
  expect(() => escapeNonAscii(String.raw`'\打'`)).toThrow('cannot be written in ASCII');
  expect(() => escapeNonAscii('String.raw`打`')).toThrow('cannot be written in ASCII');
});
