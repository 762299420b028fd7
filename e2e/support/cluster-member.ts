import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startZplPrinter, type ZplPrinter } from '../printers/zpl/zpl.ts';
import { makeAgent } from './agent.ts';
import { callAs } from './api.ts';
import { CLUSTER_SOFTWARE } from './cluster.ts';
import { type MemberCall, pairClient, saveConfig } from './print-through.ts';
import type { TestServer } from './server.ts';

const ZONE = 'Asia/Shanghai';

type At = Pick<TestServer, 'url'>;

export type ClusterMember = {
  token: string;
  /** Calls the site through one of its servers. */
  callThrough: (server: At) => MemberCall;
};

/** Registers a member through one of the servers. */
export const registerMember = async (server: At, username: string): Promise<ClusterMember> => {
  const account = { username, password: `password-of-${username}` };
  const { token } = await callAs<{ token: string }>(server, '', '/np/register', account);
  return {
    token,
    callThrough: (at) => (path, body) => callAs(at, token, path, body),
  };
};

/** A member with a counting printer on a print client. */
export type PrintingMember = ClusterMember & {
  printer: ZplPrinter;
  printConfigId: string;
  close: () => Promise<void>;
};

/**
 * Registers a member through one server, and pairs his client, which connects to another. `clientAt`:
 * a server, or what stands in front of all.
 */
export const openPrintingMember = async (
  username: string,
  { memberAt, clientAt }: { memberAt: At; clientAt: At },
): Promise<PrintingMember> => {
  const cleanups = new AsyncDisposableStack();
  try {
    const printer = await startZplPrinter();
    cleanups.defer(() => printer.close());
    const agent = await makeAgent();
    cleanups.defer(() => agent.remove());
    const member = await registerMember(memberAt, username);
    const call = member.callThrough(memberAt);
    const address = `tcp://127.0.0.1:${printer.port}`;
    await pairClient(call, agent, { url: clientAt.url, printer: address });
    const printConfigId = await saveConfig(call);
    return { ...member, printer, printConfigId, close: () => cleanups.disposeAsync() };
  } catch (error) {
    await cleanups.disposeAsync();
    throw error;
  }
};

/** An event of a member's live stream. */
export type LiveEvent = { type: string } & Record<string, unknown>;

export type EventReader = {
  events: LiveEvent[];
  isOpen: () => boolean;
  close: () => void;
};

const parseEvents = (text: string): LiveEvent[] =>
  text
    .split('\n')
    .flatMap((line) => (line.startsWith('data: ') ? [JSON.parse(line.slice(6)) as LiveEvent] : []));

/** Opens the live events of a member on one of the servers, and collects them. */
export const readLiveEvents = async (server: At, token: string): Promise<EventReader> => {
  const abort = new AbortController();
  const response = await fetch(`${server.url}/np/api/uc/printEvents`, {
    headers: { 'X-Token': token, 'X-Domain': CLUSTER_SOFTWARE },
    signal: abort.signal,
  });
  if (!response.body) throw new Error(`no events: ${response.status}`);
  const events: LiveEvent[] = [];
  let isOpen = true;
  const read = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const bytes of body) {
      text += decoder.decode(bytes, { stream: true });
      const end = text.lastIndexOf('\n\n') + 2;
      if (end < 2) continue;
      events.push(...parseEvents(text.slice(0, end)));
      text = text.slice(end);
    }
  };
  void read(response.body)
    .catch(() => {})
    .finally(() => {
      isOpen = false;
    });
  // The stream begins with `resync`: from here on nothing is missed.
  while (events.length === 0 && isOpen) await sleep(10);
  return { events, isOpen: () => isOpen, close: () => abort.abort() };
};

/** Ids of the labels that these events reported as printed. */
export const listPrintedIds = (events: readonly LiveEvent[]): Set<string> =>
  new Set(
    events.flatMap(({ type, state, id }) =>
      type === 'detail' && state === 'printed' ? [String(id)] : [],
    ),
  );

/** Submits equal labels of a public template. Returns the batch number. */
export const submitLabels = async (
  call: MemberCall,
  { printConfigId, count }: { printConfigId: string; count: number },
): Promise<string> => {
  const { list } = await call<{ list: { id: string; name: string }[] }>('/np/api/uc/templateList');
  const templateId = list.find(({ name }) => name === '商品价签')?.id ?? '';
  const query = new URLSearchParams({ id: templateId, tz: ZONE }).toString();
  const { content } = await call<{ content: { fields: { name: string; sample: string }[] } }>(
    `/np/api/uc/printTemplate?${query}`,
  );
  const row = Object.fromEntries(content.fields.map(({ name, sample }) => [name, sample]));
  const { batchNo } = await call<{ batchNo: string }>('/np/api/uc/print', {
    printConfigId,
    templateId,
    rows: Array.from({ length: count }, () => row),
    idempotencyKey: randomUUID(),
    tz: ZONE,
  });
  return batchNo;
};
