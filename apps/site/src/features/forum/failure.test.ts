import { createFailEnvelope } from '@yunbiao/contract/core/envelope';
import { describe, expect, it } from 'vitest';
import { describeForumFailure } from './failure.ts';

const at = new Date(2026, 10, 21, 14, 0, 30).getTime();

describe('why something was not sent', () => {
  it('says until when too many have to wait', () => {
    expect(
      describeForumFailure(
        createFailEnvelope(429, '发得太快了，请 6 分钟后再发', { retryAfter: 360 }),
        at,
      ),
    ).toBe('发得太快了，请 6 分钟后再发（14:07 以后）。写好的都留着。');
  });
  it('leaves a short wait to the words of the server', () => {
    expect(
      describeForumFailure(
        createFailEnvelope(429, '太快了，请 20 秒后重试', { retryAfter: 20 }),
        at,
      ),
    ).toBe('太快了，请 20 秒后重试。写好的都留着。');
  });
  it('names the field that is wrong', () => {
    expect(
      describeForumFailure(
        createFailEnvelope(400, '输入有误', { fields: { title: '标题至少 4 个字' } }),
        at,
      ),
    ).toBe('标题至少 4 个字');
  });
  it('is silent about an expired session, which has a toast of its own', () => {
    expect(describeForumFailure(createFailEnvelope(-9999, '登录已失效'), at)).toBe('');
  });
});
