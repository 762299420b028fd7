import { fail, ok } from '@yunbiao/contract/envelope';
import { describe, expect, it } from 'vitest';
import { together } from './together.ts';

describe('together', () => {
  it('gathers the data of all', () =>
    expect(together({ a: ok(1), b: ok('x') })).toEqual(ok({ a: 1, b: 'x' })));
  it('is the first failure when there is one', () => {
    const refusal = fail(403, '无权查看');
    expect(together({ a: ok(1), b: refusal, c: fail(500, '系统错误') })).toBe(refusal);
  });
});
