import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agentMessage, serverMessage } from './gateway.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

/** Messages as the previous release sends them. */
const unit = { detailId: '9007199254740991', attempt: 1 };
const FOUND = {
  id: '0123456789abcdef',
  name: 'TSC TTP-244 Pro',
  kind: 'tcp',
  where: '192.168.1.50:9100',
  also: ['/dev/usb/lp0'],
  model: 'TSC TTP-244 Pro',
  usable: true,
  language: 'tspl',
  dpi: 203,
  state: 'idle',
  stateReasons: ['media-empty-error'],
  media: [{ widthMm: 60, heightMm: 40 }],
  localId: null,
  movedFrom: null,
};
const FROM_CLIENT: readonly ({ type: string } & Record<string, unknown>)[] = [
  {
    type: 'hello',
    version: 3,
    agentVersion: '0.1.0',
    machineName: 'DESKTOP-仓库',
    system: 'Windows_NT 10.0.19045',
    ledgerId: '0123456789abcdef0123456789abcdef',
    ledgerSeq: 12,
    held: [unit],
    printers: [
      {
        localId: 'f00dfeedf00dfeed',
        name: '1 号 标签机',
        language: 'zpl',
        dpi: 203,
        exclusive: true,
        evidence: ['consumed'],
      },
      {
        localId: 'virtual',
        name: '虚拟打印机',
        language: 'zpl',
        dpi: 203,
        exclusive: true,
        evidence: [],
      },
    ],
    features: ['raw', 'found'],
    target: 'windows-x64',
    failedUpdate: { version: '1.2.3-beta.1', note: '新程序启动不了' },
  },
  {
    type: 'printer',
    localId: 'f00dfeedf00dfeed',
    state: 'stopped',
    stateReasons: ['media-empty', 'marker-supply-low-warning'],
    stateText: '缺纸',
    counter: null,
  },
  { type: 'want', localId: 'f00dfeedf00dfeed', room: 256 },
  {
    type: 'reports',
    seq: 3,
    reports: [
      {
        ...unit,
        fence: 0,
        state: 'printed',
        evidence: 'counter-moved',
        reason: '',
        counterFrom: 1,
        counterTo: 2,
        at: new Date(0).toISOString(),
        startedAt: new Date(8.64e15).toISOString(),
        consumedAt: null,
      },
    ],
  },
  { type: 'found', printers: [FOUND], addresses: [{ id: FOUND.id, text: '192.168.1.9:9100' }] },
  {
    type: 'wished',
    request: 1,
    ok: false,
    text: '没有回答',
    localId: null,
    language: null,
    dpi: null,
  },
  { type: 'newest' },
  { type: 'update', version: '1.2.3', state: 'waiting', note: '有 1 张标签打印到一半' },
  { type: 'ping' },
];
const setup = {
  language: 'zpl',
  dpi: 203,
  widthMm: 60,
  heightMm: 40,
  gapMm: 2,
  offsetXMm: 0,
  offsetYMm: 0,
  pitchScale: 100,
  rotation: 0,
  darkness: 15,
  speed: 4,
};
const program = {
  version: '1.2.3',
  path: '/files/1/%E4%BA%91%E6%A0%87%E6%89%93%E5%8D%B0%E5%AE%A2%E6%88%B7%E7%AB%AF-1.2.3.exe',
  size: 1,
  sha256: 'a'.repeat(64),
};
const label = {
  ...unit,
  sequence: 1,
  copy: 1,
  data: { 品名: '苹果\n"1"' },
  expiresAt: 1_790_000_000_000,
};
const found = { foundId: FOUND.id };
const FROM_SERVER: readonly ({ type: string } & Record<string, unknown>)[] = [
  {
    type: 'welcome',
    clientId: '12',
    name: '3 号仓',
    enabled: true,
    now: 1_790_000_000_000,
    features: ['found', 'raw'],
  },
  { type: 'template', key: '12.7', template: { version: 1 }, setup, fonts: 'ab'.repeat(32) },
  { type: 'raw', key: '12', format: 'zpl', bytes: 'XlhBXlha', setup },
  ...['20261121-0001', 'SO-2026.11_7'].map((batchNo) => ({
    type: 'lease',
    leases: [
      { ...label, localId: 'p1', batchNo, fence: 1, templateKey: '12', beside: [label], cut: true },
    ],
  })),
  { type: 'ack', seq: 3, units: [unit] },
  { type: 'cancel', units: [unit] },
  { type: 'enabled', enabled: false },
  ...[
    { do: 'search' },
    { do: 'look', ...found },
    { do: 'take', ...found, name: '新打印机', language: 'zpl', dpi: 203, exclusive: false },
    { do: 'move', ...found, localId: 'f00dfeedf00dfeed' },
    { do: 'address', host: 'fe80::1%eth0', port: 9100 },
    { do: 'address', host: 'printer.local', port: 9100 },
  ].map((wish) => ({ type: 'wish', request: 1, wish })),
  { type: 'pong', now: 1_790_000_000_000 },
  { type: 'newest', program: null },
  { type: 'newest', program },
  { type: 'update', program },
];

const SIDES = [
  ['agentMessage', agentMessage, FROM_CLIENT],
  ['serverMessage', serverMessage, FROM_SERVER],
] as const;

type Path = readonly (string | number)[];

/** Paths of all texts in a message: values, not field names. */
const textsIn = (value: unknown, path: Path = []): Path[] => {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    textsIn(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
};

const replaceAt = (value: unknown, [key, ...rest]: Path, by: string): unknown => {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((item: unknown, i) => (i === key ? replaceAt(item, rest, by) : item));
  const object = value as Record<string, unknown>;
  return { ...object, [key]: replaceAt(object[key], rest, by) };
};

const getAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], value);

/** Label data belongs to the member and is never changed; a template has its own grammar. */
const isContent = (path: Path): boolean => path.includes('data') || path.includes('template');

const NASTY = [
  '/../../x',
  '..',
  '.',
  'a/b',
  'a\\b',
  'C:x',
  '\0',
  'a\nb',
  '\r\nSet-Cookie: a=b',
  '\u001b[2J',
  '-rf',
  '--help',
  '$(id)',
  '`id`',
  "';drop table label;--",
  '<script>',
  '%2e%2e%2f',
  '\ud800',
  '\u202eexe.txt',
  ' ',
  '',
  '１２',
  '1e3',
  '0x10',
  '-1',
  '01',
  'x'.repeat(5000),
  '__proto__',
];
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e]/;
const SEPARATORS = /[/\\]|^\.{1,2}$/;

/**
 * Texts that people read are cleaned. All others have a grammar without whitespace, separators and
 * signs.
 */
const FOR_PEOPLE = new Set(
  'name machineName system reason stateText note text where also model movedFrom host path'.split(
    ' ',
  ),
);

/**
 * Whether an accepted text is harmless where it is used: in a file name, a header, a log line, a
 * page.
 */
const isHarmless = (path: Path, text: unknown): boolean => {
  if (text === undefined || text === null) return true;
  if (typeof text !== 'string') return false;
  if ((text.length > 3000 && !path.includes('bytes')) || HIDDEN.test(text) || !text.isWellFormed())
    return false;
  const field = path.findLast((part) => typeof part === 'string') ?? '';
  return FOR_PEOPLE.has(String(field)) || field === 'bytes' || !SEPARATORS.test(text);
};

describe.each(SIDES)('%s', (_, schema, messages) => {
  it('takes what the release before sends, and changes nothing of it', () => {
    for (const message of messages) {
      const read = schema.safeParse(message);
      expect(read.error, JSON.stringify(message)).toBeUndefined();
      expect(read.data).toMatchObject(
        message.type === 'template' || message.type === 'raw' ? { type: message.type } : message,
      );
    }
  });

  it('has of any text in any place nothing that does harm', () => {
    const places = messages.flatMap((message) =>
      textsIn(message).flatMap((path) =>
        path.at(-1) === 'type' || isContent(path) ? [] : [{ message, path }],
      ),
    );
    const texts = fc.oneof(
      fc.constantFrom(...NASTY),
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.string({ maxLength: 300 }),
    );
    for (const { message, path } of places)
      fc.assert(
        fc.property(texts, (text) => {
          const read = schema.safeParse(replaceAt(message, path, text));
          if (!read.success) return;
          expect(
            isHarmless(path, getAt(read.data, path)),
            `${message.type} ${path.join('.')} ${JSON.stringify(text).slice(0, 60)}`,
          ).toBe(true);
        }),
        { numRuns: rounds(60), examples: NASTY.map((text): [string] => [text]) },
      );
  });

  it('takes for ids digits and nothing else', () => {
    const ids = messages.flatMap((message) =>
      textsIn(message).flatMap((path) =>
        path.at(-1) === 'detailId' || path.at(-1) === 'clientId' ? [{ message, path }] : [],
      ),
    );
    expect(ids.length).toBeGreaterThan(0);
    for (const { message, path } of ids)
      for (const text of [
        '/../../x',
        '',
        '0',
        '01',
        '-1',
        '1.0',
        '１',
        '1'.repeat(17),
        ' 1',
        '1\n',
      ])
        expect(schema.safeParse(replaceAt(message, path, text)).success, text).toBe(false);
  });
});
