import { expect, it } from 'vitest';
import { parseFormulaWithCache } from '../expression.ts';
import { HAZARD_STATEMENTS, PRECAUTIONARY_STATEMENTS } from './ghs-phrases.ts';

const evaluate = (formula: string): string =>
  parseFormulaWithCache(formula).evaluateToText({
    getText: () => '',
    getLabel: (name) => name,
    at: undefined,
    usage: { steps: 0, depth: 0 },
  });

it.each([
  ['hazard', HAZARD_STATEMENTS, /^H[234]\d\d$/],
  ['precautionary', PRECAUTIONARY_STATEMENTS, /^P[1-5]\d\d(?:\+P[1-5]\d\d){0,3}$/],
] as const)('has codes of the right form and no empty %s statement', (_, statements, form) => {
  for (const [code, text] of Object.entries(statements)) {
    expect(code).toMatch(form);
    expect(text).toMatch(/^\p{Script=Han}[\p{Script=Han}、，。；：/]*\p{Script=Han}$/u);
  }
});

it('takes codes in any case and with any separator', () => {
  expect(evaluate('防范说明("p102 P201，P222、P405")')).toBe(
    '切勿让儿童接触。使用前取得专用说明。不得与空气接触。存放处须加锁。',
  );
  expect(evaluate('危险说明("")')).toBe('');
});

it('takes a combined code as one', () => {
  expect(() => evaluate('防范说明("P102 + P405")')).toThrow('没有收录 P102+P405 的说明');
});

it.each(['H999', 'P405', '易燃', 'constructor'])(
  'names the code %s that it does not know',
  (code) => {
    expect(() => evaluate(`危险说明("H225 ${code}")`)).toThrow(
      `没有收录 ${code.toUpperCase()} 的说明，请把这一句直接写在标签上`,
    );
  },
);
