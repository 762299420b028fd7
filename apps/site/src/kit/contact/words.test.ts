import { expect, it } from 'vitest';
import { demoCodes } from './words.ts';

it('says of a demo’s codes that they are not sent, and of which where others are', () => {
  const all = '演示：不会真的发出去，验证码写在运行服务器的终端里。';
  expect(demoCodes({ phone: 'demo', email: 'demo' })).toBe(all);
  expect(demoCodes({ phone: 'off', email: 'demo' })).toBe(all);
  expect(demoCodes({ phone: 'demo', email: 'on' })).toBe(
    '演示：发到手机号的不会真的发出去，验证码写在运行服务器的终端里。',
  );
  expect(demoCodes({ phone: 'off', email: 'on' })).toBe('');
});
