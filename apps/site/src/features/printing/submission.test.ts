import { fail, ok } from '@yunbiao/contract/envelope';
import { describe, expect, it } from 'vitest';
import {
  afterReply,
  type Attempt,
  attemptFor,
  isUnanswered,
  randomKey,
  rowsToSend,
} from './submission.ts';

const job = {
  printConfigId: '1',
  templateId: '2',
  rows: [{ 品名: '野莓果酱' }],
  copies: 3,
  expireAfter: 86_400,
};
const noKey = (): string => {
  throw new Error('a new key');
};

describe('an attempt to print', () => {
  it('keeps its key after a network failure, so that a retry never doubles', () => {
    const first = attemptFor(null, job);
    const left = afterReply(first, fail(500, '网络不通'));
    expect(attemptFor(left, structuredClone(job), noKey).key).toBe(first.key);
  });
  it('keeps its key through an expired session', () => {
    const first = attemptFor(null, job);
    expect(afterReply(first, fail(-9999, '登录过期'))).toEqual(first);
  });
  it('gets a new key for another content', () => {
    const first = attemptFor(null, job);
    for (const other of [
      { ...job, copies: 4 },
      { ...job, rows: [{ 品名: '竹盐苏打饼' }] },
    ])
      expect(attemptFor(first, other).key).not.toBe(first.key);
  });
  it('gets a new key once answered: printing the same again is meant', () => {
    const first = attemptFor(null, job);
    const left: Attempt | null = afterReply(first, ok({ batchNo: '20261121-0001', total: 3 }));
    expect(attemptFor(left, job).key).not.toBe(first.key);
  });
  it('lets go of a key the server holds for another content', () =>
    expect(afterReply(attemptFor(null, job), fail(409, '内容不同'))).toBeNull());
  it('knows which answers say nothing', () => {
    expect(isUnanswered(fail(500, ''))).toBe(true);
    expect(isUnanswered(fail(402, ''))).toBe(false);
  });
  it('has a key of 128 bits', () => expect(randomKey()).toMatch(/^[0-9a-f]{32}$/));
});

describe('rows to send', () => {
  const template = {
    version: 1 as const,
    widthMm: 40,
    heightMm: 30,
    elements: [],
    fields: [{ name: '品名', label: '品名', sample: '' }],
  };
  it('hold the fields of the template only and no empty rows', () =>
    expect(rowsToSend(template, [{ 品名: '0012', 旧: 'x' }, { 品名: '' }])).toEqual([
      { 品名: '0012' },
    ]));
  it('are numbered when the template has no fields', () =>
    expect(rowsToSend({ ...template, fields: [] }, [{}])).toEqual([{ 序号: '1' }]));
});
