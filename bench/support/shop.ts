import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createApiClient } from '@yunbiao/contract/api/client';
import { makeAgent, type TestAgent } from '../../e2e/support/agent.ts';
import type { TestServer } from '../../e2e/support/server.ts';
import { startInstantPrinter } from './instant-printer.ts';

const requireOk = async <T>(
  reply: Promise<{ state: 'ok'; data: T } | { state: 'fail'; msg: string }>,
): Promise<T> => {
  const answer = await reply;
  if (answer.state === 'fail') throw new Error(answer.msg);
  return answer.data;
};

/** A client of the API, signed in as the demo member. */
const signIn = async (server: TestServer): Promise<Client> => {
  let token = '';
  const client = createApiClient({
    baseUrl: server.url,
    getHost: () => '127.0.0.1',
    getDomain: () => 'yunbiao',
    getToken: () => token,
  });
  if (!server.demo) throw new Error('no demo member');
  token = (await requireOk(client.call('login', server.demo))).token;
  return client;
};

/** Pairs the agent with the member and returns the id of the print client. */
const pairAgent = async (client: Client, agent: TestAgent, url: string): Promise<string> => {
  const pairing = agent.start('pair', '--server', url);
  const [, code = ''] = await pairing.until(/配对码：(\S+)/);
  const paired = await requireOk(client.call('pairConfirm', { code }));
  await pairing.until(/配对成功/);
  return paired.id;
};

/** The site learns that a printer is ready a moment after its client has reported it. */
const findPrinter = async (client: Client, clientId: string, name: string): Promise<string> => {
  for (;;) {
    const { list } = await requireOk(client.call('clientList', {}));
    const printers = list.find(({ id }) => id === clientId)?.printers ?? [];
    const idlePrinter = printers.find(
      (printer) => printer.name === name && printer.state === 'idle',
    );
    if (idlePrinter) return idlePrinter.id;
    await sleep(50);
  }
};

const findTemplate = async (client: Client) => {
  const templates = (await requireOk(client.call('templateList', {}))).list;
  const template =
    templates.find((template) => template.widthMm === 60 && template.heightMm === 40) ??
    templates[0];
  if (!template) throw new Error('nothing to print with');
  return template;
};

type PaperSize = { widthMm: number; heightMm: number };

type Target = { printConfigId: string } | { groupId: string };

/** Saves a print configuration for each named printer, and a group if there are several. */
const saveTarget = async (
  client: Client,
  clientId: string,
  { template, printers }: { template: PaperSize; printers: [string, string?] },
): Promise<Target> => {
  const [first, spare] = printers;
  const saveConfig = async (name: string): Promise<string> => {
    const input = {
      name: `测量 ${name}`,
      clientId,
      printerId: await findPrinter(client, clientId, name),
      language: 'zpl',
      widthMm: template.widthMm,
      heightMm: template.heightMm,
      dpi: 203,
    } as const;
    return (await requireOk(client.call('savePrintConfig', input))).id;
  };
  const printConfigId = await saveConfig(first);
  if (spare === undefined) return { printConfigId };
  const printConfigIds = [printConfigId, await saveConfig(spare)];
  const rule = { rule: 'in-order', delayMinutes: 0 } as const;
  const input = { name: '测量', ...rule, printConfigIds };
  return { groupId: (await requireOk(client.call('savePrinterGroup', input))).id };
};

/**
 * The demo member with a client, a printer and a template, as the API shows them. `group`: the
 * printer is the first of a group of two, and the labels go to the group.
 */
export const openShop = async (server: TestServer, { group = false } = {}) => {
  const agent = await makeAgent();
  const printer = await startInstantPrinter();
  const spare = group ? await startInstantPrinter() : null;
  const client = await signIn(server);
  const clientId = await pairAgent(client, agent, server.url);
  await agent.run('printer', 'add', '一号', `tcp://127.0.0.1:${printer.port}`, '--exclusive');
  if (spare)
    await agent.run('printer', 'add', '二号', `tcp://127.0.0.1:${spare.port}`, '--exclusive');
  const daemon = agent.start('run');
  await daemon.until(/一号：就绪/);
  const template = await findTemplate(client);
  const printers: [string, string?] = spare ? ['一号', '二号'] : ['一号'];
  const to = await saveTarget(client, clientId, { template, printers });
  const { fields } = (await requireOk(client.call('printTemplate', { id: template.id }))).content;
  const createRow = (n: number) =>
    Object.fromEntries(
      fields.map(({ name, sample }) => [
        name,
        /^[A-Z]{2,}\d+$/.test(sample) ? `BN${10_000_000 + n}` : sample,
      ]),
    );
  return {
    agent,
    daemon,
    printer,
    closeSpare: () => spare?.close(),
    row: createRow,
    submit: (rows: Record<string, string>[]) =>
      requireOk(
        client.call('print', {
          ...to,
          templateId: template.id,
          rows,
          copies: 1,
          idempotencyKey: randomUUID(),
        }),
      ),
    finished: async (batchNo: string) => {
      for (;;) {
        const batch = await requireOk(client.call('batchInfo', { batchNo }));
        if (batch.state === 'done') return;
        if (batch.finishedAt) throw new Error(`the batch ended as ${batch.state}`);
        await sleep(20);
      }
    },
  };
};

export type Shop = Awaited<ReturnType<typeof openShop>>;
