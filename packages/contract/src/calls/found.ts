import { z } from 'zod';
import { defineCall } from '../define.ts';
import { bool, decimal, done, id, instant, none, text } from '../fields.ts';
import { PRINTER_ADDRESS_LENGTH, PRINTER_NAME_LENGTH } from '../limits/client.ts';
import { CONFIG_RANGES } from '../limits/print-config.ts';
import { PLACE_KINDS } from '../printer-places.ts';
import { shownText } from '../shown-text.ts';
import { printer } from './client.ts';
import { language } from './print-config.ts';

const dpi = z
  .preprocess(
    (value) => (typeof value === 'string' ? Number(value) : value),
    z.union([z.literal(203), z.literal(300), z.literal(600)]),
  )
  .meta({ title: '分辨率' });

const found = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(PLACE_KINDS),
  /** Where it is, in words: `192.168.1.50:9100`, `/dev/usb/lp0`. */
  where: z.string(),
  /** Where the same printer was seen besides. */
  also: z.array(z.string()),
  /** Maker and model, as the driver or the printer says. */
  model: z.string(),
  /** This version of the client can print there. */
  usable: z.boolean(),
  /** What it seems to speak, and its resolution; null: it did not say. */
  language: language.nullable(),
  dpi: z.number().nullable(),
  /** Null: nobody says. */
  state: z.enum(['idle', 'processing', 'stopped']).nullable(),
  /** RFC 8011 printer-state-reasons. */
  stateReasons: z.array(z.string()),
  /** What lies in it, where it says so. */
  media: z.array(z.object({ widthMm: z.number(), heightMm: z.number() })),
  /** Where the printer it has become was, until it was found here; null: it has not moved. */
  movedFrom: z.string().nullable(),
  /** It was there when the client looked last. */
  here: z.boolean(),
  lastSeenAt: instant(),
  /** The printer it has become; null: not in use. */
  printerId: z.string().nullable(),
});

const one = {
  clientId: id('客户端'),
  foundId: z
    .string()
    .regex(/^[0-9a-f]{16}$/, '没有这台打印机')
    .meta({ title: '打印机' }),
};

/** A host name or an address, with a port or without; not a URL. */
const HOST = /^(?:\[([\da-f:.%]{2,60})\]|([a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?))(?::(\d{1,5}))?$/i;

/** `192.168.1.50`, `printer.local:9100`, `[fe80::1]:9100`; null for anything else. */
export const readHost = (typed: string): { host: string; port: number } | null => {
  const [, six, name, port = '9100'] = HOST.exec(typed.trim()) ?? [];
  const host = six ?? name;
  const number = Number(port);
  return host === undefined || number < 1 || number > 65_535 ? null : { host, port: number };
};

const member = { audience: 'member', method: 'POST' } as const;
/** Each is a question to the member's own machine, which does them one after the other. */
const limit = { max: 60, windowS: 600, by: 'member' } as const;

/** Printers that print clients have found, and taking them into use. */
export const foundCalls = {
  foundList: defineCall({
    ...member,
    path: '/np/api/uc/foundList',
    summary: '客户端发现的打印机，和等着在电脑上确认的地址',
    input: none,
    output: z.object({
      list: z.array(
        z.object({
          clientId: z.string(),
          toldAt: instant(),
          printers: z.array(found),
          addresses: z.array(z.object({ id: z.string(), text: z.string() })),
        }),
      ),
    }),
  }),
  foundSearch: defineCall({
    ...member,
    path: '/np/api/uc/foundSearch',
    summary: '让客户端现在再找一遍打印机',
    input: z.object({ clientId: one.clientId }),
    output: done,
    limit,
  }),
  foundLook: defineCall({
    ...member,
    path: '/np/api/uc/foundLook',
    summary: '问发现的打印机用什么语言、分辨率多少、现在怎样',
    input: z.object(one),
    output: z.object({
      text: z.string(),
      language: language.nullable(),
      dpi: dpi.nullable(),
    }),
    limit,
  }),
  foundTest: defineCall({
    ...member,
    path: '/np/api/uc/foundTest',
    summary: '在发现的打印机上印一张小测试标签，看语言和分辨率对不对',
    input: z.object({
      ...one,
      language,
      dpi,
      widthMm: decimal('标签宽', CONFIG_RANGES.widthMm),
      heightMm: decimal('标签高', CONFIG_RANGES.heightMm),
      gapMm: decimal('间距', CONFIG_RANGES.gapMm),
    }),
    output: z.object({ text: z.string() }),
    limit,
  }),
  foundTake: defineCall({
    ...member,
    path: '/np/api/uc/foundTake',
    summary: '把发现的打印机加到客户端上用起来',
    input: z.object({
      ...one,
      // It is written into the settings of a machine and shown in its terminal.
      name: text('名称', PRINTER_NAME_LENGTH, 1)
        .transform((name) => shownText(name, PRINTER_NAME_LENGTH))
        .refine((name) => name !== '', '名称不能是空的'),
      language,
      dpi,
      exclusive: bool('独用'),
    }),
    output: printer,
    limit,
  }),
  foundMove: defineCall({
    ...member,
    path: '/np/api/uc/foundMove',
    summary: '打印机换了地方：以后到发现它的那里去打',
    input: z.object({ ...one, printerId: id('打印机') }),
    output: done,
    limit,
  }),
  foundAddress: defineCall({
    ...member,
    path: '/np/api/uc/foundAddress',
    summary: '写下一台网络打印机的地址，在那台电脑上确认以后才用',
    input: z.object({
      clientId: one.clientId,
      address: text('地址', PRINTER_ADDRESS_LENGTH, 1).refine(
        (typed) => readHost(typed) !== null,
        '写成 192.168.1.50 或 192.168.1.50:9100',
      ),
    }),
    output: z.object({ text: z.string() }),
    limit,
  }),
};
