import type { CallOutput } from '@yunbiao/contract';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Transfer } from './transfer.tsx';

const order = {
  orderNo: 'YB2026112100000001',
  payFen: 23_040,
  state: 'pending',
  payType: 'offline',
  payAccount: { name: '云标科技有限公司', bank: '某某银行', number: '6222 0200' },
} as CallOutput<'orderDetail'>;
const contacts = [{ label: '邮箱', value: 'a@b.test', href: 'mailto:a@b.test' }];
const getText = (props: Parameters<typeof Transfer>[0]): string =>
  renderToStaticMarkup(createElement(Transfer, props)).replaceAll(/<[^>]*>/g, ' ');

describe('paying by transfer', () => {
  it('names the account, the sum and what to write on it', () => {
    const text = getText({ contacts, order });
    for (const part of ['云标科技有限公司', '某某银行', '6222 0200', '230.40', order.orderNo])
      expect(text).toContain(part);
    expect(text).not.toContain('还没有设收款账户');
  });
  it('without an account says so, and whom to ask', () => {
    const text = getText({ contacts, order: { ...order, payAccount: null } });
    expect(text).toMatch(/还没有设收款账户.*联系客服.*YB2026112100000001.*a@b\.test/s);
    expect(text).not.toContain('户名、开户行和账号转账');
  });
});
