import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openLedger } from '../ledger/ledger.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { PrinterView } from '../printer/view.ts';
import type { Worker, WorkerEvents } from '../printer/worker.ts';
import { formatPrinterPlace } from '../places.ts';
import type { PrinterSettings } from '../settings.ts';
import { createPrinterWorkers } from './printers.ts';
import type { Printers } from './printers.ts';
import { createViewPublisher } from './view-publisher.ts';

let home: string;
let ledger: Ledger;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'yb-printers-'));
  ledger = await openLedger(home);
  return async () => {
    await ledger.close();
    rmSync(home, { recursive: true, force: true });
  };
});

const getSettings = (localId: string, port: number): PrinterSettings => ({
  localId,
  name: localId,
  at: { kind: 'tcp', host: '127.0.0.1', port },
  language: 'zpl',
  dpi: 203,
  graphics: 'z64',
  exclusive: false,
  closeAfter: false,
  wholeCounter: false,
});
const ignore = (): void => undefined;
const createEvents = (): WorkerEvents => ({
  prepare: () => ({ ok: false, reason: '' }),
  onReports: ignore,
  onView: ignore,
  onRoom: ignore,
  onEvidence: ignore,
  mayBegin: () => true,
  canStartEarly: () => true,
  waitUntilStored: () => Promise.resolve(true),
  waitForUnstartedTokens: () => Promise.resolve(new Set()),
  onFatal: (error) => {
    throw error;
  },
  now: Date.now,
  getServerTime: Date.now,
});

it('shows a printer all the while its address changes', async () => {
  const seen: number[] = [];
  const printers: Printers = createPrinterWorkers(ledger, () => {
    seen.push(printers.list().length);
    return createEvents();
  });
  onTestFinished(printers.stop);
  await printers.applySettings([getSettings('a', 1), getSettings('b', 1)]);
  seen.length = 0;
  expect(await printers.applySettings([getSettings('a', 2), getSettings('b', 2)])).toBe(true);
  expect(seen).toEqual([2, 2]);
  expect(printers.list().map(({ printer }) => formatPrinterPlace(printer.at))).toEqual([
    '127.0.0.1:2',
    '127.0.0.1:2',
  ]);
  expect(await printers.applySettings([getSettings('a', 2), getSettings('b', 2)])).toBe(false);
});

it('reports what was started on a printer that was removed as uncertain', async () => {
  const started = { detailId: '1', attempt: 1, fence: 1, base: null, at: '2026-11-21T02:00:00Z' };
  await ledger.commit([{ kind: 'intent', localId: 'gone', ...started }]);
  const printers = createPrinterWorkers(ledger, createEvents);
  onTestFinished(printers.stop);
  await printers.applySettings([getSettings('a', 1)]);
  const [entry] = ledger.listEntries();
  expect(entry?.final).toMatchObject({
    state: 'uncertain',
    reason: '打印机已从客户端移除，不知道是否已打印',
  });
});

it('tells of every printer again and again: silence would be taken for not knowing', async () => {
  const told: unknown[] = [];
  const view: PrinterView = { state: 'idle', stateReasons: [], stateText: '', counter: 4 };
  const worker = { printer: getSettings('a', 1), view: () => view } as Worker;
  const views = createViewPublisher(
    (message) => told.push(message),
    () => [worker],
    5,
  );
  onTestFinished(views.stop);
  await vi.waitFor(() => expect(told.length).toBeGreaterThan(2));
  expect(told[0]).toEqual({ type: 'printer', localId: 'a', ...view });
});
