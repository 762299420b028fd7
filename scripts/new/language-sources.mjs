// First version of the sources of a printer language.
import { PLACEHOLDER } from '../lib/placeholders.mjs';

export const buildFactsSource = ({
  name,
  facts,
}) => `import type { LanguageFacts } from './language.ts';

/** ${PLACEHOLDER}: facts about ${name.toUpperCase()} without its encoder, for forms and schemas. */
export const ${facts} = {
  name: '${name.toUpperCase()}',
  ranges: {
    darkness: { min: 0, max: 0 },
    speed: { min: 1, max: 1 },
  },
  defaults: { darkness: 0, speed: 1, media: 'gap', gapMm: 2, finishing: 'printer' },
  media: ['gap'],
  finishing: ['printer'],
} as const satisfies LanguageFacts;
`;

export const buildEncoderSource = ({
  name,
  facts,
}) => `import { concatBytes, encodeLatin1 } from '../bytes.ts';
import type { PrinterLanguage } from './language.ts';
import { ${facts} } from './${name}-facts.ts';

/** ${PLACEHOLDER}: a line with the size in dots, and the dots, instead of the commands of the language. */
export const ${name}: PrinterLanguage = {
  ...${facts},
  encodeJob: ({ width, height, data }) =>
    concatBytes([encodeLatin1(\`LABEL \${width} \${height}\\n\`), data]),
};
`;

export const buildEncoderTestSource = ({ name }) => `import { expect, it } from 'vitest';
import { ${name} } from './${name}.ts';

it('says the size in dots before the dots', () => {
  const bitmap = { width: 8, height: 1, stride: 1, data: Uint8Array.of(0x41) };
  const { darkness, speed, media, gapMm, finishing } = ${name}.defaults;
  const stock = { dpi: 203, widthMm: 1, heightMm: 1 } as const;
  const job = ${name}.encodeJob(bitmap, { ...stock, darkness, speed, media, gapMm, finishing });
  expect(Buffer.from(job).toString('latin1')).toBe('LABEL 8 1\\nA');
});
`;

export const buildDriverSource = ({
  driver,
}) => `import { runConnectionCloseDriver } from '../close-driver.ts';
import type { PrinterDriver } from '../printer-driver.ts';
import { getNoAnswerHint } from '../status/messages.ts';
import { openStream, sendLastBytes } from '../stream.ts';

/** ${PLACEHOLDER}: ends half a label of an interrupted sender. */
const CANCEL_PREFIX = new Uint8Array();

/** Drives printers that report nothing and close a connection after reading it. */
export const ${driver}: PrinterDriver = {
  getEvidence: () => ['consumed'],
  run: (context) => runConnectionCloseDriver(context, () => CANCEL_PREFIX),
  queryView: async ({ at }) => {
    (await openStream(at, false)).destroy();
    return null;
  },
  send: async (printer, { bytes }) => {
    const stream = await openStream(printer.at, false);
    await new Promise<void>((resolve) => sendLastBytes(stream, printer, bytes, resolve));
    return null;
  },
  unansweredText: '打印机未应答：可能关着机，也可能不会回答状态',
  getNoAnswerHint,
};
`;

export const buildDriverTestSource = ({ name, driver }) => `import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createPrinterSettings } from '../testing.ts';
import { ${driver} } from './driver.ts';

it('sends a label whole, and hears nothing', async ({ onTestFinished }) => {
  const received: Buffer[] = [];
  const server = createServer((socket) => socket.on('data', (chunk) => received.push(chunk)));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const printer = createPrinterSettings((server.address() as AddressInfo).port, { language: '${name}' });
  expect(await ${driver}.send(printer, { ok: true, bytes: Buffer.from('LABEL') })).toBeNull();
  await expect.poll(() => Buffer.concat(received).toString()).toBe('LABEL');
});
`;

export const buildVirtualPrinterSource = ({
  name,
  create,
}) => `import { createVirtualRoll } from './roll.ts';
import type { RollOptions } from './roll.ts';
import type { VirtualPrinter } from './serve.ts';

/** The longest line that begins a label, bytes: what has none by then is dropped. */
const MAX_LINE = 64;

/** ${PLACEHOLDER}: simulates a printer of ${name.toUpperCase()} that answers nothing. */
export const ${create} = (options: RollOptions & { dpi: number }): VirtualPrinter => {
  const roll = createVirtualRoll(options);
  let unread = Buffer.alloc(0);
  /** Returns false while a label has not come whole. */
  const readLabel = (): boolean => {
    const end = unread.indexOf('\\n');
    const line = unread.toString('latin1', 0, Math.max(0, end));
    const [, width = 0, height = 0] = (/^LABEL (\\d+) (\\d+)$/.exec(line) ?? []).map(Number);
    if (end >= 0 && width * height === 0) unread = Buffer.alloc(0);
    const stride = (width + 7) >> 3;
    const size = stride * height;
    if (size === 0 || unread.length < end + 1 + size) return false;
    const data = new Uint8Array(unread.subarray(end + 1, end + 1 + size));
    unread = unread.subarray(end + 1 + size);
    roll.add({ bitmap: { width, height, stride, data }, undrawn: [] }, 1);
    return true;
  };
  return {
    receive: (chunk) => {
      unread = Buffer.concat([unread, chunk]);
      while (readLabel());
      if (unread.length > MAX_LINE && !unread.includes('\\n')) unread = Buffer.alloc(0);
    },
    setPaper: roll.setPaper,
    setPaused: roll.setPaused,
    getCounter: roll.getCounter,
  };
};
`;

export const buildVirtualPrinterTestSource = ({
  name,
  create,
}) => `import { PRINTER_LANGUAGES } from '@yunbiao/contract/printing/printer-languages';
import { expect, it } from 'vitest';
import type { PrintedLabel } from './roll.ts';
import { ${create} } from './${name}-printer.ts';

it('prints the dots of our own labels, however they come in', () => {
  const { encodeJob, defaults } = PRINTER_LANGUAGES.${name};
  const { darkness, speed, media, gapMm, finishing } = defaults;
  const stock = { dpi: 203, widthMm: 1, heightMm: 1 } as const;
  const bitmap = { width: 8, height: 2, stride: 1, data: Uint8Array.of(0x0a, 0x41) };
  const job = Buffer.from(
    encodeJob(bitmap, { ...stock, darkness, speed, media, gapMm, finishing }),
  );
  const printed: PrintedLabel[] = [];
  const printer = ${create}({ dpi: 203, speedMs: 0, onLabel: (label) => printed.push(label) });
  for (const byte of Buffer.concat([job, job])) printer.receive(Buffer.of(byte), () => undefined);
  expect(printed).toEqual([
    { bitmap, undrawn: [] },
    { bitmap, undrawn: [] },
  ]);
});
`;
