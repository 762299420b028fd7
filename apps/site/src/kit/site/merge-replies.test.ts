import { createFailEnvelope, createOkEnvelope } from '@yunbiao/contract/core/envelope';
import { describe, expect, it } from 'vitest';
import { mergeCallReplies } from './merge-replies.ts';

describe('together', () => {
  it('gathers the data of all', () =>
    expect(mergeCallReplies({ a: createOkEnvelope(1), b: createOkEnvelope('x') })).toEqual(
      createOkEnvelope({ a: 1, b: 'x' }),
    ));
  it('is the first failure when there is one', () => {
    const refusal = createFailEnvelope(403, '无权查看');
    expect(
      mergeCallReplies({
        a: createOkEnvelope(1),
        b: refusal,
        c: createFailEnvelope(500, '系统错误'),
      }),
    ).toBe(refusal);
  });
});
