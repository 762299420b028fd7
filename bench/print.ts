// Submit → first byte at a loopback printer, and labels a second of a 1,000-label batch, through server and agent.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createClient } from '@yunbiao/contract/client';
import { makeAgent } from '../e2e/support/agent.ts';
import { startServer } from '../e2e/support/server.ts';
import { cpuTimeOf } from './support/cpu.ts';

const { values } = parseArgs({
  options: {
    submits: { type: 'string', default: '200' },
    labels: { type: 'string', default: '1000' },
  },
});
/** The API takes 120 submissions a minute of one member. */
const PACE_MS = 510;

/** A printer that prints and answers at once, and notes when each label begins and ends. */
const startPrinter = async () => {
  let labels = 0;
  let onFirstByte: () => void = () => undefined;
  const server = createServer({ noDelay: true }, (socket) => {
    let text = '';
    let inLabel = false;
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (;;) {
        if (!inLabel && /~SD|\^XA/.test(text)) {
          inLabel = true;
          onFirstByte();
        }
        const match = /\^XZ|~HS|! U1 getvar "[\w.]+"\r\n/.exec(text);
        if (!match) return;
        text = text.slice(match.index + match[0].length);
        if (match[0] === '^XZ') {
          labels += 1;
          inLabel = false;
        } else if (match[0] === '~HS') {
          const lines = [
            '030,0,0,0320,000,0,0,0,000,0,0,0',
            '001,0,0,0,1,2,6,0,00000000,1,000',
            '1234,0',
          ];
          socket.write(lines.map((line) => `\u0002${line}\u0003\r\n`).join(''), 'latin1');
        } else socket.write(`"${labels}"\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A listening TCP server has an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    labels: () => labels,
    firstByte: () => new Promise<void>((resolve) => (onFirstByte = resolve)),
  };
};

const quantile = (sorted: readonly number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;

const server = await startServer();
const agent = await makeAgent();
const printer = await startPrinter();
let token = '';
const client = createClient({
  baseUrl: server.url,
  host: () => '127.0.0.1',
  domain: () => 'yunbiao',
  token: () => token,
});
const must = async <T>(
  reply: Promise<{ state: 'ok'; data: T } | { state: 'fail'; msg: string }>,
): Promise<T> => {
  const answer = await reply;
  if (answer.state === 'fail') throw new Error(answer.msg);
  return answer.data;
};

try {
  if (!server.demo) throw new Error('no demo member');
  token = (await must(client.call('login', server.demo))).token;
  const pairing = agent.start('pair', '--server', server.url);
  const [, code = ''] = await pairing.until(/配对码：(\S+)/);
  const paired = await must(client.call('pairConfirm', { code }));
  await pairing.until(/配对成功/);
  await agent.run('printer', 'add', '一号', `tcp://127.0.0.1:${printer.port}`, '--exclusive');
  const daemon = agent.start('run');
  await daemon.until(/一号：就绪/);
  await sleep(500);
  const [machine] = (await must(client.call('clientList', {}))).list;
  const templates = (await must(client.call('templateList', {}))).list;
  const template =
    templates.find((one) => one.widthMm === 60 && one.heightMm === 40) ?? templates[0];
  if (!template || !machine?.printers[0]) throw new Error('nothing to print with');
  const config = await must(
    client.call('savePrintConfig', {
      name: '测量',
      clientId: paired.id,
      printerId: machine.printers[0].id,
      language: 'zpl',
      widthMm: template.widthMm,
      heightMm: template.heightMm,
      dpi: 203,
    }),
  );
  const { fields } = (await must(client.call('printTemplate', { id: template.id }))).content;
  const row = (n: number) =>
    Object.fromEntries(
      fields.map(({ name, sample }) => [
        name,
        /^[A-Z]{2,}\d+$/.test(sample) ? `BN${10_000_000 + n}` : sample,
      ]),
    );
  const submit = (rows: Record<string, string>[]) =>
    must(
      client.call('print', {
        printConfigId: config.id,
        templateId: template.id,
        rows,
        copies: 1,
        idempotencyKey: randomUUID(),
      }),
    );
  const finished = async (batchNo: string) => {
    for (;;) {
      const batch = await must(client.call('batchInfo', { batchNo }));
      if (batch.state === 'done') return;
      if (batch.finishedAt) throw new Error(`the batch ended as ${batch.state}`);
      await sleep(20);
    }
  };

  const latencies: number[] = [];
  for (let n = 0; n < Number(values.submits) + 5; n += 1) {
    const started = performance.now();
    const first = printer.firstByte();
    const submitted = submit([row(n)]);
    await first;
    // The first few warm both processes up.
    if (n >= 5) latencies.push(performance.now() - started);
    await finished((await submitted).batchNo);
    await sleep(Math.max(0, PACE_MS - (performance.now() - started)));
  }
  latencies.sort((a, b) => a - b);
  const ms = (q: number) => quantile(latencies, q).toFixed(1);
  console.log(
    `submit → first byte, ${latencies.length} single labels: p50 ${ms(0.5)} ms, p99 ${ms(0.99)} ms, most ${ms(1)} ms`,
  );

  const count = Number(values.labels);
  const before = printer.labels();
  const rows = Array.from({ length: count }, (_, n) => row(n));
  const cpu = () => ({ agent: cpuTimeOf(daemon.pid), server: cpuTimeOf(server.pid) });
  const cpuBefore = cpu();
  const started = performance.now();
  const first = printer.firstByte();
  const submitted = submit(rows);
  await first;
  const begun = performance.now();
  while (printer.labels() < before + count) await sleep(2);
  const printed = performance.now();
  await finished((await submitted).batchNo);
  const known = performance.now();
  const cpuAfter = cpu();
  const each = (who: 'agent' | 'server') =>
    ((cpuAfter[who] - cpuBefore[who]) / 1e6 / count).toFixed(2);
  console.log(`CPU time a label: agent ${each('agent')} ms, server ${each('server')} ms`);
  const perSecond = (count / ((printed - begun) / 1000)).toFixed(0);
  console.log(
    `${count}-label batch: ${perSecond} labels/s first to last; submit → first byte ${(begun - started).toFixed(0)} ms, → last label ${(printed - started).toFixed(0)} ms, → batch done on the server ${(known - started).toFixed(0)} ms`,
  );
} finally {
  await agent.remove();
  await server.stop();
  process.exit();
}
