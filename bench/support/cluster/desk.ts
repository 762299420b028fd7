import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import { getSetup, getTemplate } from '../../../e2e/crash/labels.ts';
import { getKind } from '../../../e2e/crash/kinds.ts';
import { startPrinter } from '../../../e2e/crash/printers.ts';
import type { Printer } from '../../../e2e/crash/stage.ts';
import { makeAgent, type TestAgent } from '../../../e2e/support/agent.ts';
import type { TestNginx } from '../../../e2e/support/nginx.ts';
import { type MemberCall, pairClient } from '../../../e2e/support/print-through.ts';
import { until } from './until.ts';

/**
 * A printer of each language that tells what became of a label. Without a counter a label takes our
 * client about 2 s, whatever the speed: it waits until no older answer can mislead it.
 */
export const DESK_KINDS = {
  zpl: { kind: 'counting', speedMmPerS: 2_000, maxPerSecond: Infinity },
  tspl: { kind: 'tspl', speedMmPerS: 100, maxPerSecond: 0.25 },
  escpos: { kind: 'escpos', speedMmPerS: 100, maxPerSecond: 0.25 },
} as const;
export type DeskLanguage = keyof typeof DESK_KINDS;

/** A member may submit 120 times a minute, repetitions included. */
const RETRY_MS = 1_000;
/** A submission is repeated for this long, ms. */
const SUBMIT_MS = 120_000;

/** A member with a print client, a printer and a template of small numbered labels. */
export type Desk = {
  language: DeskLanguage;
  username: string;
  printer: Printer;
  /** Complete prints of each number. */
  printed: Map<number, number>;
  /** Printed pieces that match no label. */
  unknown: () => number;
  /** Submits labels with these numbers, and again with the same key until an answer comes. */
  submit: (numbers: readonly number[]) => Promise<void>;
  /** Why submissions were repeated so far. */
  failures: readonly string[];
  close: () => Promise<void>;
};

export type DeskOptions = {
  language: DeskLanguage;
  /** The highest number that will be printed. */
  labels: number;
};

type Clients = { list: { id: string; printers: { id: string; state: string }[] }[] };

/** Calls the site as a member through nginx. */
const callThrough =
  (front: TestNginx, token: string): MemberCall =>
  async <T>(path: string, body?: object) => {
    const headers = { 'Content-Type': 'application/json', 'X-Token': token, 'X-Domain': 'yunbiao' };
    const options = { method: body ? 'POST' : 'GET', headers };
    const reply = await front.get(path, options, body && JSON.stringify(body));
    if (reply.status >= 500) throw new Error(`${path}: ${reply.status}`);
    const { state, msg, data } = JSON.parse(reply.body) as { state: string; msg: string; data: T };
    if (state !== 'ok') throw new Error(`${path}: ${reply.status} ${msg}`);
    return data;
  };

const startCounting = async ({ language, labels }: DeskOptions) => {
  const { kind: kindName, speedMmPerS } = DESK_KINDS[language];
  const kind = getKind(kindName, 1);
  const options = {
    ...kind.printer.options,
    speedMmPerS,
    rollLabels: Number.MAX_SAFE_INTEGER,
  };
  const fast = { ...kind, printer: { ...kind.printer, options } as typeof kind.printer };
  const printer = await startPrinter(fast, { labels, columns: 1 });
  const printed = new Map<number, number>();
  let unknown = 0;
  printer.onEntry((entry) => {
    if (entry.kind !== 'paper' || entry.source === 'feed') return;
    const n = Number(entry.key);
    if (!entry.whole || !Number.isInteger(n)) unknown += 1;
    else printed.set(n, (printed.get(n) ?? 0) + 1);
  });
  return { printer, printed, countUnknown: () => unknown };
};

/** A template of the member, and a configuration of its only printer once that is ready. */
export const saveTarget = async (call: MemberCall, language: DeskLanguage) => {
  const template = { name: '编号', content: getTemplate(1) };
  const { id: templateId } = await call<{ id: string }>('/np/api/uc/saveTemplate', template);
  const client = await until('the printer is ready', async () =>
    (await call<Clients>('/np/api/uc/clientList', {})).list.find(
      ({ printers }) => printers[0]?.state === 'idle',
    ),
  );
  const { media: _, ...setup } = getSetup(language, 1);
  const { id: printConfigId } = await call<{ id: string }>('/np/api/uc/savePrintConfig', {
    ...setup,
    ...LANGUAGE_FACTS[language].defaults,
    name: '编号的纸',
    clientId: client.id,
    printerId: client.printers[0]?.id,
    copies: 1,
    isDefault: true,
  });
  return { templateId, printConfigId };
};

/** Labels with these numbers. */
export const createSubmission = (target: Target, numbers: readonly number[]) => ({
  ...target,
  rows: numbers.map((n) => ({ n: String(n) })),
  idempotencyKey: randomUUID(),
  tz: 'Asia/Shanghai',
});

export type Target = Awaited<ReturnType<typeof saveTarget>>;

const createSubmit = (call: MemberCall, target: Target) => {
  const failures: string[] = [];
  const submit = async (numbers: readonly number[]): Promise<void> => {
    const body = createSubmission(target, numbers);
    const startedAt = performance.now();
    for (;;) {
      try {
        await call('/np/api/uc/print', body);
        return;
      } catch (error) {
        if (performance.now() - startedAt > SUBMIT_MS) throw error;
        failures.push(error instanceof Error ? error.message : String(error));
        await sleep(RETRY_MS);
      }
    }
  };
  return { submit, failures };
};

/** `username`: of the member, who is registered. */
export const openDesk = async (
  front: TestNginx,
  username: string,
  options: DeskOptions,
): Promise<Desk> => {
  const { language } = options;
  const account = { username, password: `password-of-${language}` };
  const { token } = await callThrough(front, '')<{ token: string }>('/np/register', account);
  const call = callThrough(front, token);
  const { printer, printed, countUnknown } = await startCounting(options);
  const agent: TestAgent = await makeAgent('off', { NODE_EXTRA_CA_CERTS: front.certificate });
  await pairClient(call, agent, {
    url: front.url,
    printer: `tcp://127.0.0.1:${printer.port}`,
    flags: ['--language', language, '--exclusive'],
  });
  const { submit, failures } = createSubmit(call, await saveTarget(call, language));
  return {
    language,
    username,
    printer,
    printed,
    unknown: countUnknown,
    submit,
    failures,
    close: async () => {
      await agent.remove();
      await printer.close();
    },
  };
};
