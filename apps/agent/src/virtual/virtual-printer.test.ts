import { connect } from 'node:net';
import { bitmapToEscpos, bitmapToTspl, bitmapToZpl, isBlackDot } from '@yunbiao/label';
import type { Bitmap } from '@yunbiao/label';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createCommandReader } from './commands.ts';
import { parseGraphic } from './graphic.ts';
import { servePrinter } from './serve.ts';
import { createZplPrinter } from './zpl-printer.ts';
import type { PrintedLabel } from './roll.ts';
import { createEscposPrinter } from './escpos-printer.ts';
import { createTsplPrinter } from './tspl-printer.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

const randomBitmap = fc
  .record({
    width: fc.integer({ min: 8, max: 90 }),
    height: fc.integer({ min: 1, max: 40 }),
    seed: fc.integer(),
    busy: fc.boolean(),
  })
  .map(({ width, height, seed, busy }): Bitmap => {
    const stride = (width + 7) >> 3;
    const data = new Uint8Array(stride * height);
    for (let i = 0; i < data.length; i += 1)
      data[i] = busy ? Math.imul(seed + i, 2654435761) >>> 24 : i % 7 === 0 ? 0xff : 0;
    const spare = stride * 8 - width;
    for (let y = 0; y < height; y += 1)
      data[(y + 1) * stride - 1] = (data[(y + 1) * stride - 1] ?? 0) & ((0xff << spare) & 0xff);
    return { width, height, stride, data };
  });

const print = (chunks: Buffer[]): PrintedLabel[] => {
  const labels: PrintedLabel[] = [];
  const printer = createZplPrinter({
    dpi: 203,
    speedMs: 0,
    counts: true,
    onLabel: (label) => labels.push(label),
  });
  for (const chunk of chunks) printer.receive(chunk, () => undefined);
  return labels;
};

it('prints the very dots that were sent, compressed or not, however the stream is cut', () => {
  fc.assert(
    fc.property(
      randomBitmap,
      fc.array(fc.nat({ max: 4000 }), { maxLength: 6 }),
      (bitmap, points) => {
        const bytes = Buffer.from(bitmapToZpl(bitmap));
        const cuts = [
          0,
          ...points.map((point) => point % bytes.length).sort((a, b) => a - b),
          bytes.length,
        ];
        const [label] = print(cuts.slice(1).map((end, i) => bytes.subarray(cuts[i], end)));
        expect(label?.bitmap).toEqual(bitmap);
        expect(label?.undrawn).toEqual([]);
      },
    ),
    { numRuns: rounds(200) },
  );
});

it.each([
  ['plain hex', 'A,4,4,2,F00F8001', [0xf0, 0x0f, 0x80, 0x01]],
  ['run lengths', 'A,4,4,2,HF,J1', [0xff, 0x00, 0x11, 0x11]],
  ['twenty and more', 'A,12,12,12,gGF,', [...Array.from({ length: 10 }, () => 0xff), 0xf0, 0x00]],
  ['fill with ones', 'A,4,4,2,0!,', [0x0f, 0xff, 0x00, 0x00]],
  ['the row above', 'A,6,6,2,A5A5::', [0xa5, 0xa5, 0xa5, 0xa5, 0xa5, 0xa5]],
])('reads graphic data: %s', (_name, parameters, expected) => {
  expect([...(parseGraphic(parameters)?.data ?? [])]).toEqual(expected);
});

it.each(['B,4,4,2,xxxx', 'A,4,4,0,', 'A,4,4,2,:Z64:AAAA:0000', 'A,99999999999,99999999999,2,'])(
  'refuses graphic data %s',
  (parameters) => {
    expect(parseGraphic(parameters)).toBeNull();
  },
);

it('cuts a stream into commands, and answers tilde commands without waiting for more', () => {
  const commands: string[] = [];
  const read = createCommandReader(({ name, parameters }) =>
    commands.push(`${name}|${parameters}`),
  );
  read(Buffer.from('~HS'));
  expect(commands).toEqual(['~HS|']);
  read(Buffer.from('~SD15\n^XA^PW480^FO10,'));
  read(Buffer.from('20^FDhe'));
  read(Buffer.from('llo^FS^XZ! U1 getvar "device.product'));
  read(Buffer.from('_name"\r\n'));
  expect(commands.slice(1)).toEqual([
    '~SD|15',
    '^XA|',
    '^PW|480',
    '^FO|10,20',
    '^FD|hello',
    '^FS|',
    '^XZ|',
    '! U1 |getvar "device.product_name"',
  ]);
});

it('says what it did not draw, prints copies, and forgets a cancelled format', () => {
  const labels = print([Buffer.from('^XA^FO5,5^A0N,30^FDtext^FS^PQ2^XZ^XA^PW100^FO0,0~JX^XZ')]);
  expect(labels).toHaveLength(2);
  expect(labels[0]?.undrawn).toEqual(['^A0', '^FD']);
});

it('places a graphic where it belongs and drops dots beyond the label', () => {
  const [label] = print([Buffer.from('^XA^PW12^LL3^FO3,1^GFA,4,4,2,FFFFFFFF^FS^XZ')]);
  const bitmap = label?.bitmap;
  if (!bitmap) throw new Error('nothing printed');
  const rows = [0, 1, 2].map((y) =>
    Array.from({ length: 12 }, (_, x) => (isBlackDot(bitmap, x, y) ? '#' : '.')).join(''),
  );
  expect(rows).toEqual(['............', '...#########', '...#########']);
});

const askOverTcp = (port: number, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1' });
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
    socket.end(text);
  });

it('answers status and counter over the network, and reads one connection after the other', async () => {
  const printer = createZplPrinter({
    dpi: 203,
    speedMs: 0,
    counts: true,
    onLabel: () => undefined,
  });
  const server = await servePrinter(printer, 0);
  onTestFinished(server.close);
  const question = '! U1 getvar "odometer.total_label_count"\r\n';
  const answers = await Promise.all([
    askOverTcp(server.port, `^XA^XZ${question}`),
    askOverTcp(server.port, `^XA^XZ${question}`),
    askOverTcp(server.port, '~HS'),
  ]);
  expect(answers.slice(0, 2)).toEqual(['"1"\r\n', '"2"\r\n']);
  expect(answers[2]).toBe(
    '\u0002030,0,0,0320,000,0,0,0,000,0,0,0\u0003\r\n\u0002001,0,0,0,1,2,6,0,00000000,1,000\u0003\r\n\u00021234,0\u0003\r\n',
  );
});

it('waits with printing while the paper is out', () => {
  const labels: PrintedLabel[] = [];
  const printer = createZplPrinter({
    dpi: 203,
    speedMs: 0,
    counts: true,
    onLabel: (label) => labels.push(label),
  });
  const answers: string[] = [];
  printer.setPaper(false);
  printer.receive(Buffer.from('^XA^XZ~HS'), (text) => answers.push(text));
  expect(labels).toHaveLength(0);
  expect(answers[0]).toContain('030,1,0,0320,001');
  printer.setPaper(true);
  expect(labels).toHaveLength(1);
});

it('prints the very dots that were sent in TSPL, however the stream is cut', async () => {
  const bitmap = { width: 120, height: 64, stride: 15, data: new Uint8Array(15 * 64) };
  for (let i = 0; i < bitmap.data.length; i += 1)
    bitmap.data[i] = i % 90 < 40 ? (i * 37) & 0xff : 0;
  const bytes = Buffer.from(bitmapToTspl(bitmap, { stock: { widthMm: 15, lengthMm: 8 } }));
  const labels: PrintedLabel[] = [];
  const printer = createTsplPrinter({ dpi: 203, speedMs: 0, onLabel: (item) => labels.push(item) });
  const answers: string[] = [];
  const reply = (text: string) => answers.push(text);
  const askPrinter = (question: string) => printer.receive(Buffer.from(question, 'latin1'), reply);
  askPrinter('\x1b!?\x1b!S');
  for (let at = 0; at < bytes.length; at += 7) printer.receive(bytes.subarray(at, at + 7), reply);
  askPrinter('\x1b!?\x1b!S');
  expect(answers).toEqual(['\x00', '\x02@@@@\x03\r\n', '\x20', '\x02P@@@\x03\r\n']);
  await vi.waitFor(() => expect(labels).toHaveLength(1));
  expect(labels[0]).toEqual({ bitmap, undrawn: [] });
  printer.setPaper(false);
  askPrinter('TEXT 1,1,"3",0,1,1,"x"\r\nPRINT 1,1\r\n\x1b!?');
  expect(answers.at(-1)).toBe('\x24');
  printer.setPaper(true);
  await vi.waitFor(() => expect(labels[1]?.undrawn).toEqual(['TEXT']));
});

it('prints the very dots that were sent in ESC/POS, however the stream is cut, and says when', async () => {
  const bitmap = { width: 576, height: 64, stride: 72, data: new Uint8Array(72 * 64) };
  for (let i = 0; i < bitmap.data.length; i += 1)
    bitmap.data[i] = i % 72 > 0 && i % 90 < 40 ? (i * 37) & 0xff : 0;
  // This row contains the bytes of a status query (DLE EOT 1), not at its start.
  bitmap.data.set([0x01, 0x10, 0x04, 0x01], 72 * 7);
  const bytes = Buffer.from(bitmapToEscpos(bitmap, { finishing: 'cut' }));
  const labels: PrintedLabel[] = [];
  const printer = createEscposPrinter({
    dpi: 203,
    speedMs: 0,
    onLabel: (item) => labels.push(item),
  });
  const answers: string[] = [];
  const reply = (text: string) => answers.push(text);
  const askPrinter = (question: string) => printer.receive(Buffer.from(question, 'latin1'), reply);
  askPrinter('\x10\x04\x01\x1d(H\x06\x0000ABCD');
  for (let at = 0; at < bytes.length; at += 7) printer.receive(bytes.subarray(at, at + 7), reply);
  askPrinter('\x1d(H\x06\x0000EFGH\x10\x04\x01');
  expect(answers).toEqual(['\x12', '7"ABCD\0', '\x12']);
  await vi.waitFor(() => expect(answers[3]).toBe('7"EFGH\0'));
  expect(labels).toEqual([{ bitmap, undrawn: [] }]);
  printer.setPaper(false);
  askPrinter(
    'text\n\x1dk\x04\x1bd\x04\x1d(L\x02\x000\x02\x1dv0\0\x01\0\x01\0\xff\x1dV\0\x10\x04\x02\x10\x04\x04',
  );
  expect(answers.slice(4)).toEqual(['\x32', '\x72']);
  printer.setPaper(true);
  await vi.waitFor(() => expect(labels[1]?.undrawn).toEqual(['文字', 'GS k', 'GS (L']));
});

/** A slow printer with its complete labels, torn labels and answers. */
const slowPrinter = () => {
  const whole: PrintedLabel[] = [];
  const torn: PrintedLabel[] = [];
  const answers: string[] = [];
  const printer = createZplPrinter({
    dpi: 203,
    speedMs: 200,
    counts: true,
    onLabel: (label) => void whole.push(label),
    onTorn: (label) => torn.push(label),
  });
  onTestFinished(printer.switchOff);
  const send = (text: string): void =>
    printer.receive(Buffer.from(text), (answer) => answers.push(answer));
  return { printer, send, whole, torn, answers };
};

it.each([
  ['the paper runs out', 'setPaper', false, '030,1,0', '001,0,0'],
  ['the head is opened', 'setHead', true, '030,0,0', '001,0,1'],
] as const)(
  'leaves a torn label when %s in the middle of it, and does not count it',
  async (_what, set, stopped, item, two) => {
    const { printer, send, whole, torn, answers } = slowPrinter();
    send('^XA^JZN^PW80^LL100^XZ^XA^PW80^LL100^XZ');
    await vi.waitFor(() => expect(printer.isPrinting()).toBe(true));
    await new Promise((resolve) => setTimeout(resolve, 50));
    printer[set](stopped);
    expect(torn).toHaveLength(1);
    expect(torn[0]?.bitmap.height).toBeLessThan(100);
    expect(torn[0]?.bitmap.data).toHaveLength(10 * (torn[0]?.bitmap.height ?? 0));
    send('~HS');
    expect(answers[0]).toContain(item);
    expect(answers[0]).toContain(two);
    printer[set](!stopped);
    await vi.waitFor(() => expect(whole).toHaveLength(1));
    expect([printer.getCounter(), torn.length]).toEqual([1, 1]);
  },
);

it('prints an interrupted label again unless it was told not to', async () => {
  const { printer, send, whole, torn } = slowPrinter();
  send('^XA^PW80^LL100^XZ');
  printer.setPaper(false);
  printer.setPaper(true);
  await vi.waitFor(() => expect(whole).toHaveLength(1));
  expect(torn).toHaveLength(1);
});

it('stops as without paper when there is nothing to print on', () => {
  let room = false;
  const whole: PrintedLabel[] = [];
  const printer = createZplPrinter({
    dpi: 203,
    speedMs: 0,
    counts: true,
    counter: 7,
    onLabel: (label) => room && whole.push(label) > 0,
  });
  printer.receive(Buffer.from('^XA^XZ'), () => undefined);
  expect([printer.hasPaper(), printer.getCounter()]).toEqual([false, 7]);
  room = true;
  printer.setPaper(true);
  expect([whole.length, printer.getCounter()]).toEqual([1, 8]);
});
