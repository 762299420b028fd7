import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from '@yunbiao/contract/client';
import { makeAgent } from '../../e2e/support/agent.ts';
import type { TestServer } from '../../e2e/support/server.ts';
import { startInstantPrinter } from './instant-printer.ts';

const must = async <T>(
  reply: Promise<{ state: 'ok'; data: T } | { state: 'fail'; msg: string }>,
): Promise<T> => {
  const answer = await reply;
  if (answer.state === 'fail') throw new Error(answer.msg);
  return answer.data;
};

/**
 * The demo member with a client, a printer and a template, as the API shows them. `group`: the printer is the first of a
 * group of two, which the labels are sent to.
 */
export const openShop = async (server: TestServer, { group = false } = {}) => {
  const agent = await makeAgent();
  const printer = await startInstantPrinter();
  const spare = group ? await startInstantPrinter() : null;
  let token = '';
  const client = createClient({
    baseUrl: server.url,
    host: () => '127.0.0.1',
    domain: () => 'yunbiao',
    token: () => token,
  });
  if (!server.demo) throw new Error('no demo member');
  token = (await must(client.call('login', server.demo))).token;
  const pairing = agent.start('pair', '--server', server.url);
  const [, code = ''] = await pairing.until(/配对码：(\S+)/);
  const paired = await must(client.call('pairConfirm', { code }));
  await pairing.until(/配对成功/);
  await agent.run('printer', 'add', '一号', `tcp://127.0.0.1:${printer.port}`, '--exclusive');
  if (spare)
    await agent.run('printer', 'add', '二号', `tcp://127.0.0.1:${spare.port}`, '--exclusive');
  const daemon = agent.start('run');
  await daemon.until(/一号：就绪/);
  // It says ready when its printer is; the site hears of it a moment later.
  const getPrinter = async (name: string): Promise<string> => {
    for (;;) {
      const { list } = await must(client.call('clientList', {}));
      const printers = list.find(({ id }) => id === paired.id)?.printers ?? [];
      const found = printers.find((one) => one.name === name && one.state === 'idle');
      if (found) return found.id;
      await sleep(50);
    }
  };
  const templates = (await must(client.call('templateList', {}))).list;
  const template =
    templates.find((one) => one.widthMm === 60 && one.heightMm === 40) ?? templates[0];
  if (!template) throw new Error('nothing to print with');
  const getConfig = async (name: string): Promise<string> => {
    const input = {
      name: `测量 ${name}`,
      clientId: paired.id,
      printerId: await getPrinter(name),
      language: 'zpl',
      widthMm: template.widthMm,
      heightMm: template.heightMm,
      dpi: 203,
    } as const;
    return (await must(client.call('savePrintConfig', input))).id;
  };
  const target = async (): Promise<{ printConfigId: string } | { groupId: string }> => {
    const printConfigId = await getConfig('一号');
    if (!spare) return { printConfigId };
    const printConfigIds = [printConfigId, await getConfig('二号')];
    const rule = { rule: 'in-order', delayMinutes: 0 } as const;
    const input = { name: '测量', ...rule, printConfigIds };
    return { groupId: (await must(client.call('savePrinterGroup', input))).id };
  };
  const to = await target();
  const { fields } = (await must(client.call('printTemplate', { id: template.id }))).content;
  const row = (n: number) =>
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
    row,
    submit: (rows: Record<string, string>[]) =>
      must(
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
        const batch = await must(client.call('batchInfo', { batchNo }));
        if (batch.state === 'done') return;
        if (batch.finishedAt) throw new Error(`the batch ended as ${batch.state}`);
        await sleep(20);
      }
    },
  };
};

export type Shop = Awaited<ReturnType<typeof openShop>>;
