/**
 * Our multipart form parser compared with the platform's: CPU, longest event loop block and memory,
 * for pictures and attacks.
 *
 *   node --expose-gc bench/multipart.ts
 */
import { randomFillSync } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseMultipart } from '../apps/server/src/api/multipart.ts';

const BOUNDARY = '----WebKitFormBoundaryabcdefghijklmnop';
const ROUNDS = 9;
const MOST = 10_000_000;

const head = (name: string, file = ''): Buffer =>
  Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file && `; filename="${file}"\r\nContent-Type: image/png`}\r\n\r\n`,
  );
const end = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
const buildBody = (first: Buffer, content: Buffer): Buffer => Buffer.concat([first, content, end]);

const bodies: Record<string, Buffer> = {
  'a picture of 10 MB': buildBody(head('file', 'a.png'), randomFillSync(Buffer.alloc(MOST))),
  'a picture of 300 kB': buildBody(head('file', 'a.png'), randomFillSync(Buffer.alloc(300_000))),
  '110,000 parts': Buffer.concat([
    ...Array.from({ length: 110_000 }, (_, i) =>
      Buffer.concat([head(`f${i}`), Buffer.from('\r\n')]),
    ),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]),
  'a head of 1,200,000 lines': buildBody(
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\n${'X-A: b\r\n'.repeat(1_200_000)}\r\n`,
    ),
    Buffer.from('x'),
  ),
  'a text of 10 MB': buildBody(head('a'), Buffer.alloc(MOST, 'x')),
};

const readers = {
  ours: (body: Buffer): unknown => parseMultipart(body, BOUNDARY),
  platform: (body: Buffer): unknown =>
    new Response(new Uint8Array(body.buffer as ArrayBuffer, body.byteOffset, body.byteLength), {
      headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
    }).formData(),
};

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

for (const [title, body] of Object.entries(bodies)) {
  for (const [who, read] of Object.entries(readers)) {
    const cpu: number[] = [];
    const stops: number[] = [];
    const held: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      globalThis.gc?.();
      const loop = monitorEventLoopDelay({ resolution: 1 });
      loop.enable();
      await sleep(5);
      const before = process.memoryUsage().arrayBuffers;
      const start = process.cpuUsage();
      let result: unknown;
      try {
        result = await read(body);
      } catch (error) {
        result = error;
      }
      const { user, system } = process.cpuUsage(start);
      held.push(process.memoryUsage().arrayBuffers - before);
      await sleep(5);
      loop.disable();
      cpu.push((user + system) / 1_000);
      stops.push(loop.max / 1e6);
      if (result === undefined) throw new Error('nothing was read');
    }
    console.log(
      `${title.padEnd(26)} ${who.padEnd(9)} ${median(cpu).toFixed(1).padStart(7)} ms CPU  ${median(stops).toFixed(0).padStart(5)} ms stop  ${(median(held) / 1e6).toFixed(0).padStart(3)} MB of buffers`,
    );
  }
}
