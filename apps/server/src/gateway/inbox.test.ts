import { GATEWAY_VERSION } from '@yunbiao/contract/gateway';
import { expect, it } from 'vitest';
import { readFrame, readMessage } from './inbox.ts';

const said = (stateText: string): string =>
  JSON.stringify({
    type: 'printer',
    localId: 'p1',
    state: 'stopped',
    stateReasons: [],
    stateText,
    counter: null,
  });

it('takes what no database keeps out of the words of a client', () => {
  expect(readMessage(said('缺纸 😀'))).toMatchObject({ stateText: '缺纸 😀' });
  expect(readMessage(said('\0缺纸 😀'.slice(0, 5)))).toMatchObject({ stateText: '缺纸 \uFFFD' });
});

it('is no message when it is none', () => {
  expect(['', '{', '[]', '"\\u0000"', '{"type":"\\u0000"}'].map(readMessage)).toEqual(
    Array.from({ length: 5 }, () => null),
  );
});

it('takes the fullest hello there may be', () => {
  const held = Array.from({ length: 10_000 }, (_, n) => ({ detailId: String(n + 1), attempt: 1 }));
  const printers = Array.from({ length: 50 }, (_, n) => ({
    localId: `p${n}`,
    name: '{[,"\\'.repeat(8),
    language: 'zpl',
    dpi: 203,
    exclusive: false,
    evidence: ['consumed', 'printer-idle', 'counter-moved'],
  }));
  const hello = {
    type: 'hello',
    version: GATEWAY_VERSION,
    agentVersion: '0.1.0',
    machineName: '',
    system: '',
    ledgerId: 'ledger-of-the-agent',
    ledgerSeq: 0,
    held,
    printers,
  };
  expect(readFrame(Buffer.from(JSON.stringify(hello)))).toMatchObject({ type: 'hello', held });
});
