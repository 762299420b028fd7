import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { MAX_REPORTS, MAX_TOKENS } from '@yunbiao/contract/limits/client';
import { createTokenHistory, HISTORY } from '../daemon/history.ts';
import { listHeldLabelUnits, buildUnacknowledgedReportMessages } from '../gateway/messages.ts';
import { createLabelReport } from '../printer/queue.ts';
import { openLedger, type Change, type Ledger } from './ledger.ts';
import { encodeRecord, type LedgerRecord } from './record.ts';
import { type LedgerEntry, listEntryUnits } from './state.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

const AT = '2026-11-21T02:00:00.000Z';

const newHome = (): string => {
  const home = mkdtempSync(join(tmpdir(), 'yb-ledger-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
};

const intent = (n: number): Change => ({
  kind: 'intent',
  detailId: String(n),
  attempt: 1,
  fence: 1,
  localId: 'p1',
  base: null,
  at: AT,
});
const createUnit = (n: number) => ({ detailId: String(n), attempt: 1 });
const createFinalChange = (n: number): Change => ({
  kind: 'final',
  report: createLabelReport(
    { ...createUnit(n), fence: 1 },
    'printed',
    { evidence: 'printer-idle' },
    Date.parse(AT),
  ),
});
const summarizeEntries = (ledger: Ledger) =>
  ledger.listEntries().map((entry) => ({
    id: entry.intent.detailId,
    consumed: entry.consumed,
    state: entry.final?.state ?? null,
  }));

it('remembers what was started, consumed and ended across a restart', async () => {
  const home = newHome();
  const ledger = await openLedger(home);
  await ledger.commit([intent(1)]);
  ledger.recordConsumed(createUnit(1), AT);
  await ledger.commit([createFinalChange(1), intent(2)]);
  expect(ledger.getSeq()).toBe(3);
  await ledger.close();
  const again = await openLedger(home);
  expect(again.id).toBe(ledger.id);
  expect(again.getSeq()).toBe(3);
  expect(buildUnacknowledgedReportMessages(again, 0)[0]?.reports).toMatchObject([
    { detailId: '1', startedAt: AT, consumedAt: AT, at: AT },
  ]);
  expect(summarizeEntries(again)).toEqual([
    { id: '1', consumed: true, state: 'printed' },
    { id: '2', consumed: false, state: null },
  ]);
  await again.close();
});

it('forgets acknowledged ends only, and never its number', async () => {
  const home = newHome();
  const ledger = await openLedger(home);
  await ledger.commit([intent(1), createFinalChange(1), intent(2)]);
  await ledger.acknowledge([createUnit(1), createUnit(2), createUnit(9)]);
  await ledger.close();
  const again = await openLedger(home);
  expect(summarizeEntries(again)).toEqual([{ id: '2', consumed: false, state: null }]);
  expect(again.getSeq()).toBe(3);
  await again.close();
});

it('begins, keeps and forgets a row of labels as one', async () => {
  const home = newHome();
  const otherUnits = [createUnit(2), createUnit(3)];
  const ledger = await openLedger(home, { compactBytes: 1 });
  await ledger.commit([{ ...intent(1), kind: 'intent', beside: otherUnits } as Change, intent(4)]);
  await ledger.close();
  // A row is one line, so a truncated file never starts a part of a row.
  const lines = readFileSync(join(home, 'ledger.log'), 'utf8').split('\n');
  expect(lines.filter((line) => line.includes('"intent"'))).toHaveLength(2);
  const again = await openLedger(home, { compactBytes: 1 });
  const findRow = () => again.listEntries().find(({ intent: { detailId } }) => detailId === '1');
  expect(findRow() && listEntryUnits(findRow() as LedgerEntry)).toEqual([
    createUnit(1),
    createUnit(2),
    createUnit(3),
  ]);
  expect(listHeldLabelUnits(again)).toEqual([
    createUnit(1),
    createUnit(2),
    createUnit(3),
    createUnit(4),
  ]);
  await again.commit([createFinalChange(1)]);
  expect(
    buildUnacknowledgedReportMessages(again, 0).map(({ reports }) =>
      reports.map((report) => report.detailId),
    ),
  ).toEqual([['1', '2', '3']]);
  expect(buildUnacknowledgedReportMessages(again, 0)[0]?.reports.map(({ state }) => state)).toEqual(
    ['printed', 'printed', 'printed'],
  );
  // An acknowledgement of only some labels of a row is ignored.
  await again.acknowledge([createUnit(1), createUnit(2)]);
  expect(listHeldLabelUnits(again)).toHaveLength(4);
  await again.acknowledge([createUnit(1), createUnit(2), createUnit(3)]);
  expect(listHeldLabelUnits(again)).toEqual([createUnit(4)]);
  await again.close();
});

it('never parts the reports of a row', async () => {
  const home = newHome();
  const ledger = await openLedger(home);
  for (let n = 1; n <= MAX_REPORTS + 10; n += 3)
    await ledger.commit([
      { ...intent(n), kind: 'intent', beside: [createUnit(n + 1), createUnit(n + 2)] } as Change,
      createFinalChange(n),
    ]);
  const messages = buildUnacknowledgedReportMessages(ledger, 0);
  expect(messages.length).toBeGreaterThan(1);
  for (const { reports } of messages) {
    expect(reports.length).toBeLessThanOrEqual(MAX_REPORTS);
    expect(reports.length % 3).toBe(0);
  }
  const told = messages.flatMap(({ reports }) => reports.map(({ detailId }) => Number(detailId)));
  expect(told).toEqual(Array.from({ length: told.length }, (_, at) => at + 1));
  expect(messages.at(-1)?.seq).toBe(ledger.getSeq());
  await ledger.close();
});

it('keeps an end that had no beginning: a label refused before its first byte', async () => {
  const home = newHome();
  const ledger = await openLedger(home);
  await ledger.commit([createFinalChange(5)]);
  await ledger.close();
  const again = await openLedger(home);
  expect(summarizeEntries(again)).toEqual([{ id: '5', consumed: false, state: 'printed' }]);
  await again.close();
});

it('cuts a torn tail at every byte, and keeps all whole records before it', async () => {
  const home = newHome();
  const ledger = await openLedger(home);
  await ledger.commit([intent(1)]);
  await ledger.commit([createFinalChange(1), intent(2)]);
  await ledger.close();
  const file = join(home, 'ledger.log');
  const whole = readFileSync(file);
  const ends = [...whole.keys()].filter((i) => whole[i] === 10).map((i) => i + 1);
  const header = ends[0] ?? 0;
  for (let length = header; length <= whole.length; length += 1) {
    writeFileSync(file, whole.subarray(0, length));
    const cut = await openLedger(home);
    const records = ends.filter((end) => end <= length).length - 1;
    expect(cut.id).toBe(ledger.id);
    expect(cut.getSeq()).toBe(records);
    // A record written after the truncated one must be readable.
    await cut.commit([intent(7)]);
    await cut.close();
    const after = await openLedger(home);
    expect(after.getSeq()).toBe(records + 1);
    await after.close();
  }
});

it('cuts garbage behind the last record', async () => {
  const home = newHome();
  const ledger = await openLedger(home);
  await ledger.commit([intent(1)]);
  await ledger.close();
  appendFileSync(join(home, 'ledger.log'), '00000000 {"kind":"ack"}\n\u0000\u0000');
  const again = await openLedger(home);
  expect(again.id).toBe(ledger.id);
  expect(summarizeEntries(again)).toHaveLength(1);
  await again.close();
});

it('does not trust a file damaged in the middle: it starts a ledger with another id and keeps the old file', async () => {
  const home = newHome();
  const ledger = await openLedger(home);
  await ledger.commit([intent(1)]);
  await ledger.commit([intent(2)]);
  await ledger.close();
  const file = join(home, 'ledger.log');
  const bytes = readFileSync(file);
  const middle = bytes.indexOf(10) + 20;
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  const again = await openLedger(home);
  expect(again.id).not.toBe(ledger.id);
  expect(again.listEntries()).toEqual([]);
  expect(readdirSync(home).some((name) => name.startsWith('ledger.log.damaged-'))).toBe(true);
  await again.close();
});

const NOTHING_SEEN = {
  answers: false,
  answersEarly: false,
  echoes: false,
  tellsSheets: false,
  certificate: '',
};

it('remembers what was seen of a printer, over restarts and compaction', async () => {
  const home = newHome();
  const ledger = await openLedger(home, { compactBytes: 1000 });
  expect(ledger.getTraits('p1')).toEqual(NOTHING_SEEN);
  ledger.recordTraits('p1', { answers: true });
  ledger.recordTraits('p1', { answersEarly: true });
  ledger.recordTraits('p1', { echoes: true });
  for (let n = 1; n <= 20; n += 1) {
    await ledger.commit([intent(n), createFinalChange(n)]);
    await ledger.acknowledge([createUnit(n)]);
  }
  await ledger.close();
  const again = await openLedger(home);
  expect(again.getTraits('p1')).toEqual({
    ...NOTHING_SEEN,
    answers: true,
    answersEarly: true,
    echoes: true,
  });
  expect(again.getTraits('p2')).toEqual(NOTHING_SEEN);
  await again.close();
});

it('stays small: compaction keeps the id, the number and what is open', async () => {
  const home = newHome();
  const ledger = await openLedger(home, { compactBytes: 4096 });
  await ledger.commit([intent(100_000)]);
  for (let n = 1; n <= 200; n += 1) {
    await ledger.commit([intent(n), createFinalChange(n)]);
    await ledger.acknowledge([createUnit(n)]);
  }
  expect(readFileSync(join(home, 'ledger.log')).length).toBeLessThan(10_000);
  await ledger.close();
  const again = await openLedger(home);
  expect(again.id).toBe(ledger.id);
  expect(again.getSeq()).toBe(401);
  expect(summarizeEntries(again)).toEqual([{ id: '100000', consumed: false, state: null }]);
  await again.close();
});

it('reads back what was in memory, whatever happened in whatever order', async () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('intent' as const), n: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ do: fc.constant('consumed' as const), n: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ do: fc.constant('ended' as const), n: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ do: fc.constant('ack' as const), n: fc.integer({ min: 1, max: 6 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const home = mkdtempSync(join(tmpdir(), 'yb-ledger-'));
      const ledger = await openLedger(home, { compactBytes: 600 });
      const waits: Promise<void>[] = [];
      for (const { do: what, n } of steps) {
        if (what === 'intent') waits.push(ledger.commit([intent(n)]));
        else if (what === 'ended') waits.push(ledger.commit([createFinalChange(n)]));
        else if (what === 'ack') waits.push(ledger.acknowledge([createUnit(n)]));
        else ledger.recordConsumed(createUnit(n), AT);
      }
      await Promise.all(waits);
      const before = { entries: ledger.listEntries(), seq: ledger.getSeq() };
      await ledger.close();
      const again = await openLedger(home);
      expect({ entries: again.listEntries(), seq: again.getSeq() }).toEqual(before);
      await again.close();
      rmSync(home, { recursive: true });
    }),
    { numRuns: rounds(60) },
  );
});

it('names its history from the last token the server has stored, over restarts and compaction', async () => {
  const home = newHome();
  const ledger = await openLedger(home);
  await ledger.commit([intent(1)]);
  const [first = '', second = ''] = ledger.listTokens();
  expect(new Set(ledger.listTokens()).size).toBe(2);
  ledger.recordStored(second);
  expect(ledger.listTokens()).toEqual([second]);
  await ledger.commit([intent(2)]);
  await ledger.close();
  const again = await openLedger(home, { compactBytes: 1 });
  expect(again.listTokens()).toEqual(ledger.listTokens());
  expect(again.listTokens()).not.toContain(first);
  await again.commit([createFinalChange(1)]);
  await again.acknowledge([createUnit(1)]);
  await again.commit([intent(3)]);
  await again.close();
  const compacted = await openLedger(home);
  expect(compacted.listTokens()).toEqual(again.listTokens());
  expect(compacted.listTokens()).toHaveLength(3);
  await compacted.close();
});

it('names no token that is not on the disk', async () => {
  const ledger = await openLedger(newHome());
  const before = ledger.listTokens();
  const writing = ledger.commit([intent(1)]);
  expect(ledger.listTokens()).toEqual(before);
  await writing;
  expect(ledger.listTokens()).toHaveLength(2);
  await ledger.close();
});

it('gives a ledger of the release before its first token, once', async () => {
  const home = newHome();
  const header = { kind: 'ledger', version: 1, id: 'ab'.repeat(16), seq: 7 } as const;
  const begun = { ...intent(1), kind: 'intent', seq: 8 } as LedgerRecord;
  writeFileSync(join(home, 'ledger.log'), encodeRecord(header) + encodeRecord(begun));
  const ledger = await openLedger(home);
  expect(ledger.id).toBe(header.id);
  expect(ledger.getSeq()).toBe(8);
  const tokens = ledger.listTokens();
  expect(tokens).toHaveLength(1);
  await ledger.close();
  const again = await openLedger(home);
  expect(again.listTokens()).toEqual(tokens);
  expect(summarizeEntries(again)).toEqual([{ id: '1', consumed: false, state: null }]);
  await again.close();
  // The release before tokens appends a record. A ledger copied before that has the old token, so a
  // new token is created.
  const later = { ...intent(2), kind: 'intent', seq: 9 } as LedgerRecord;
  appendFileSync(join(home, 'ledger.log'), encodeRecord(later));
  const updated = await openLedger(home);
  expect(updated.listTokens()).toHaveLength(1);
  expect(updated.listTokens()).not.toEqual(tokens);
  await updated.close();
});

it('does not take tokens up again that a release without them left in its snapshot', async () => {
  const home = newHome();
  const header = { kind: 'ledger', version: 1, id: 'ab'.repeat(16), seq: 9 } as const;
  const kept = { ...intent(1), kind: 'intent', seq: 8, token: 'old' } as LedgerRecord;
  writeFileSync(join(home, 'ledger.log'), encodeRecord(header) + encodeRecord(kept));
  const ledger = await openLedger(home);
  expect(ledger.listTokens()).toHaveLength(1);
  expect(ledger.listTokens()).not.toContain('old');
  expect(summarizeEntries(ledger)).toEqual([{ id: '1', consumed: false, state: null }]);
  await ledger.commit([intent(2)]);
  const tokens = ledger.listTokens();
  await ledger.close();
  const again = await openLedger(home);
  expect(again.listTokens()).toEqual(tokens);
  await again.close();
});

it('keeps the token the server has stored, however many intents are written before it answers', async () => {
  const home = newHome();
  const ledger = await openLedger(home);
  await ledger.commit([intent(1)]);
  const stored = ledger.listTokens().at(-1);
  await Promise.all(Array.from({ length: 120 }, (_, n) => ledger.commit([intent(n + 2)])));
  expect(ledger.listTokens()).toContain(stored);
  expect(ledger.listTokens()).toHaveLength(MAX_TOKENS);
  await ledger.close();
  const again = await openLedger(home);
  expect(again.listTokens()).toEqual(ledger.listTokens());
  await again.close();
});

it('lets no more printers begin at once than a hello can name tokens', async () => {
  const ledger = await openLedger(newHome());
  const history = createTokenHistory({ ledger, onWaiting: () => undefined });
  history.startHello();
  history.recordWelcome({ features: [HISTORY] });
  await ledger.commit([intent(1)]);
  void history.waitUntilStored(false);
  const stored = history.claimToken();
  // The server has stored the token; its answer is in transit.
  const commits = Array.from({ length: 120 }, (_, n) =>
    history.canStart() ? [ledger.commit([intent(n + 2)])] : [],
  ).flat();
  await Promise.all(commits);
  expect(commits.length).toBeLessThan(MAX_TOKENS);
  expect(history.startHello()).toContain(stored);
  history.close();
  await ledger.close();
});
