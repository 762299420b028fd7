import { createFailEnvelope, createOkEnvelope } from '@yunbiao/contract/core/envelope';
import { createRandomKey } from '../../kit/site/random-key.ts';
import { describe, expect, it } from 'vitest';
import {
  updateAttemptsAfterReply,
  type Attempt,
  type Job,
  createPrintRequest,
  isNewestAttemptUnanswered,
  isRequestOutcomeUnknown,
  putAttemptFirst,
  toRowsToSend,
} from './attempts.ts';

const job: Job = {
  printConfigId: '1',
  templateId: '2',
  rows: [{ 品名: '野莓果酱' }],
  copies: 3,
  expireAfter: 86_400,
};
const other = { ...job, copies: 4 };
const third = { ...job, rows: [{ 品名: '竹盐苏打饼' }] };
const noKey = (): string => {
  throw new Error('a new key');
};
const send = (attempts: Attempt[], what = job, newKey?: () => string): Attempt => {
  const intent = createPrintRequest(attempts, what, newKey);
  if (intent.kind !== 'send') throw new Error('asked');
  return intent.attempt;
};
const stored = createOkEnvelope({ batchNo: '20261121-0001', total: 3 });

describe('an intent to print', () => {
  it('keeps its key after a network failure, so that a retry never doubles', () => {
    const first = send([]);
    const left = updateAttemptsAfterReply([first], first, createFailEnvelope(500, '网络不通'));
    expect(send(left, structuredClone(job), noKey).key).toBe(first.key);
  });
  it('keeps its key while another content is printed in between', () => {
    const first = send([]);
    let left = updateAttemptsAfterReply([first], first, createFailEnvelope(500, '网络不通'));
    const second = send(left, other);
    expect(second.key).not.toBe(first.key);
    left = updateAttemptsAfterReply(left, second, stored);
    expect(send(left, job, noKey).key).toBe(first.key);
  });
  it('keeps its key through a reload while it is sent, and an expired session', () => {
    const first = send([]);
    const kept = putAttemptFirst([], first);
    expect(send(kept, job, noKey).key).toBe(first.key);
    expect(updateAttemptsAfterReply(kept, first, createFailEnvelope(-9999, '登录过期'))).toEqual([
      first,
    ]);
  });
  it('keeps its key when the same rows stand elsewhere in the sheet', () => {
    const first = send([], { ...job, sheetRows: [17] });
    expect(send([first], { ...job, sheetRows: [18] }, noKey).key).toBe(first.key);
  });
  it('gets a new key for another content', () => {
    const first = send([]);
    for (const one of [other, third]) expect(send([first], one).key).not.toBe(first.key);
  });
  it('that was stored is asked about, and only then gets a new key', () => {
    const first = send([]);
    const left = updateAttemptsAfterReply([first], first, stored);
    const again = createPrintRequest(left, job);
    expect(again).toMatchObject({ kind: 'again', before: { batchNo: '20261121-0001' } });
    expect(again.attempt.key).not.toBe(first.key);
    const next = updateAttemptsAfterReply(
      left,
      again.attempt,
      createOkEnvelope({ batchNo: '20261121-0002', total: 3 }),
    );
    expect(next.map(({ batchNo }) => batchNo)).toEqual(['20261121-0002']);
  });
  it('lets go of a key that was answered without storing anything', () => {
    const first = send([]);
    for (const code of [402, 409, 429] as const)
      expect(updateAttemptsAfterReply([first], first, createFailEnvelope(code, '没有收'))).toEqual(
        [],
      );
  });
  it('is lost until someone has answered', () => {
    const first = send([]);
    expect(isNewestAttemptUnanswered([])).toBe(false);
    expect(isNewestAttemptUnanswered([first])).toBe(true);
    expect(isNewestAttemptUnanswered(updateAttemptsAfterReply([first], first, stored))).toBe(false);
  });
  it('is remembered with the last twenty', () => {
    let all: Attempt[] = [];
    for (let copies = 1; copies <= 30; copies += 1)
      all = putAttemptFirst(all, send(all, { ...job, copies }));
    expect(all).toHaveLength(20);
    expect(send(all, { ...job, copies: 30 }, noKey).key).toBe(all[0]?.key);
  });
  it('knows which answers say nothing', () => {
    expect(isRequestOutcomeUnknown(createFailEnvelope(500, ''))).toBe(true);
    expect(isRequestOutcomeUnknown(createFailEnvelope(402, ''))).toBe(false);
  });
  it('has a key of 128 bits', () => expect(createRandomKey()).toMatch(/^[0-9a-f]{32}$/));
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
    expect(toRowsToSend(template, [{ 品名: '0012', 旧: 'x' }, { 品名: '' }])).toEqual([
      { 品名: '0012' },
    ]));
  it('are numbered when the template has no fields', () =>
    expect(toRowsToSend({ ...template, fields: [] }, [{}])).toEqual([{ 序号: '1' }]));
});
