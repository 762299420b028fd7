import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { inAscii } from './bundle.ts';

it('writes code in ASCII that says the same', () => {
  const code =
    "const 名 = `打印 𠮷 ${'é'}`; [名, /^打印 (?:𠮷) é$/u.test(名), /[一-龥]/.test('字')]";
  expect(inAscii(code)).toMatch(/^[\0-\x7f]*$/);
  expect(runInNewContext(inAscii(code))).toEqual(['打印 𠮷 é', true, true]);
});

it('refuses what would say something else', () => {
  expect(() => inAscii(String.raw`'\打'`)).toThrow('cannot be written in ASCII');
  expect(() => inAscii('String.raw`打`')).toThrow('cannot be written in ASCII');
});
