import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import type { TestAgent } from './agent.ts';

/** Calls the site as a signed-in member. */
export type MemberCall = <T>(path: string, body?: object) => Promise<T>;

type Clients = { list: { id: string; printers: { id: string; state: string }[] }[] };
type Templates = { list: { id: string; name: string }[] };
type Template = { content: { fields: { name: string; sample: string }[] } };
type Details = { list: { state: string }[] };

/** Pairs a print client with the member and starts it with a printer. `flags`: of `printer add`. */
export const pairClient = async (
  call: MemberCall,
  agent: TestAgent,
  {
    url,
    printer,
    flags = ['--exclusive'],
  }: { url: string; printer: string; flags?: readonly string[] },
): Promise<void> => {
  const pairing = agent.start('pair', '--server', url);
  const [, code] = await pairing.until(/user\/auth\?code=([A-Z0-9-]+)/);
  await call('/np/api/uc/pairConfirm', { code });
  await pairing.until(/配对成功/);
  await agent.run('printer', 'add', '前台', printer, ...flags, '--dpi', '203');
  await agent.start('run').until(/已连上/);
};

const isIdle = ({ printers }: Clients['list'][number]): boolean => printers[0]?.state === 'idle';

/** A configuration of the member's only printer, once it is ready. */
export const saveConfig = async (call: MemberCall): Promise<string> => {
  const findReady = async () =>
    (await call<Clients>('/np/api/uc/clientList', {})).list.find(isIdle);
  const client = await vi.waitUntil(findReady, { timeout: 60_000, interval: 100 });
  const { id } = await call<{ id: string }>('/np/api/uc/savePrintConfig', {
    name: '前台的纸',
    widthMm: 60,
    heightMm: 40,
    clientId: client.id,
    printerId: client.printers[0]?.id,
    language: 'zpl',
    dpi: 203,
    gapMm: 2,
    columns: 1,
    copies: 1,
    isDefault: true,
  });
  return id;
};

const ZONE = 'Asia/Shanghai';
/** Nothing is known of the label yet. */
const WAITING = ['queued', 'sending'];

/** Prints one label of a public template, and returns its result. */
export const printLabel = async (call: MemberCall, printConfigId: string): Promise<string> => {
  const { list } = await call<Templates>('/np/api/uc/templateList');
  const templateId = list.find(({ name }) => name === '商品价签')?.id ?? '';
  const query = new URLSearchParams({ id: templateId, tz: ZONE }).toString();
  const { content } = await call<Template>(`/np/api/uc/printTemplate?${query}`);
  const row = Object.fromEntries(content.fields.map(({ name, sample }) => [name, sample]));
  const idempotencyKey = randomUUID();
  const submitted = { printConfigId, templateId, rows: [row], idempotencyKey, tz: ZONE };
  const { batchNo } = await call<{ batchNo: string }>('/np/api/uc/print', submitted);
  const readResult = async (): Promise<string | undefined> => {
    const [detail] = (await call<Details>(`/np/api/uc/detailList?batchNo=${batchNo}`)).list;
    return detail && !WAITING.includes(detail.state) ? detail.state : undefined;
  };
  return vi.waitUntil(readResult, { timeout: 60_000, interval: 100 });
};
