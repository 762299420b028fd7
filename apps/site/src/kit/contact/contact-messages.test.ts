import { expect, it } from 'vitest';
import { describeDemoCodes } from './contact-messages.ts';

it('says of a demo’s codes that they are not sent, and of which where others are', () => {
  const all = '演示：不会真的发出去，验证码写在运行服务器的终端里。';
  expect(describeDemoCodes({ phone: 'demo', email: 'demo' })).toBe(all);
  expect(describeDemoCodes({ phone: 'off', email: 'demo' })).toBe(all);
  expect(describeDemoCodes({ phone: 'demo', email: 'on' })).toBe(
    '演示：发到手机号的不会真的发出去，验证码写在运行服务器的终端里。',
  );
  expect(describeDemoCodes({ phone: 'off', email: 'on' })).toBe('');
});
