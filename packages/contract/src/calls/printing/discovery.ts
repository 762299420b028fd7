import { z } from 'zod';
import { defineCall } from '../../core/define.ts';
import {
  defineBoolField,
  defineDecimalField,
  emptyOutput,
  defineIdField,
  defineInstantField,
  emptyInput,
  defineTextField,
} from '../../core/fields.ts';
import { PRINTER_ADDRESS_LENGTH, PRINTER_NAME_LENGTH } from '../../limits/client.ts';
import { CONFIG_RANGES } from '../../limits/print-config.ts';
import { PLACE_KINDS } from '../../gateway/printer-places.ts';
import { cleanDisplayText } from '../../core/display-text.ts';
import { printer } from './client.ts';
import { language } from './print-config.ts';

const dpi = z
  .preprocess(
    (value) => (typeof value === 'string' ? Number(value) : value),
    z.union([z.literal(203), z.literal(300), z.literal(600)]),
  )
  .meta({ title: '分辨率' });

const foundPrinter = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(PLACE_KINDS),
  /** Location for people: `192.168.1.50:9100`, `/dev/usb/lp0`. */
  where: z.string(),
  /** Other locations at which the same printer was discovered. */
  also: z.array(z.string()),
  /** Maker and model as the driver or the printer reports them. */
  model: z.string(),
  /** This version of the client can print there. */
  usable: z.boolean(),
  /** Guessed language and reported resolution; null when unknown. */
  language: language.nullable(),
  dpi: z.number().nullable(),
  /** Null when the state is unknown. */
  state: z.enum(['idle', 'processing', 'stopped']).nullable(),
  /** RFC 8011 printer-state-reasons. */
  stateReasons: z.array(z.string()),
  /** Loaded media, when the printer reports it. */
  media: z.array(z.object({ widthMm: z.number(), heightMm: z.number() })),
  /** Former location of the printer in use that was discovered here; null when it has not moved. */
  movedFrom: z.string().nullable(),
  /** The printer was present in the last discovery. */
  here: z.boolean(),
  lastSeenAt: defineInstantField(),
  /** The printer of the client it is in use as; null when it is not in use. */
  printerId: z.string().nullable(),
});

const foundPrinterInput = {
  clientId: defineIdField('客户端'),
  foundId: z
    .string()
    .regex(/^[0-9a-f]{16}$/, '没有这台打印机')
    .meta({ title: '打印机' }),
};

/** A host name or an IP address with an optional port; not a URL. */
const HOST = /^(?:\[([\da-f:.%]{2,60})\]|([a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?))(?::(\d{1,5}))?$/i;

/**
 * Parses `192.168.1.50`, `printer.local:9100`, `[fe80::1]:9100`. Returns null for anything else.
 */
export const parseHostAndPort = (address: string): { host: string; port: number } | null => {
  const [, six, name, port = '9100'] = HOST.exec(address.trim()) ?? [];
  const host = six ?? name;
  const number = Number(port);
  return host === undefined || number < 1 || number > 65_535 ? null : { host, port: number };
};

const member = { audience: 'member', method: 'POST' } as const;
/** Each call is a request to the member's own machine, which handles them one at a time. */
const limit = { max: 60, windowS: 600, by: 'member' } as const;

/** Printers discovered by print clients, and taking them into use. */
export const discoveryCalls = {
  foundList: defineCall({
    ...member,
    path: '/np/api/uc/foundList',
    summary: '客户端发现的打印机，和等待在电脑上确认的地址',
    input: emptyInput,
    output: z.object({
      list: z.array(
        z.object({
          clientId: z.string(),
          toldAt: defineInstantField(),
          printers: z.array(foundPrinter),
          addresses: z.array(z.object({ id: z.string(), text: z.string() })),
        }),
      ),
    }),
  }),
  foundSearch: defineCall({
    ...member,
    path: '/np/api/uc/foundSearch',
    summary: '让客户端现在重新查找打印机',
    input: z.object({ clientId: foundPrinterInput.clientId }),
    output: emptyOutput,
    limit,
  }),
  foundLook: defineCall({
    ...member,
    path: '/np/api/uc/foundLook',
    summary: '问发现的打印机用什么语言、分辨率多少、现在怎样',
    input: z.object(foundPrinterInput),
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
    summary: '在发现的打印机上打印一张小测试标签，看语言和分辨率对不对',
    input: z.object({
      ...foundPrinterInput,
      language,
      dpi,
      widthMm: defineDecimalField('标签宽', CONFIG_RANGES.widthMm),
      heightMm: defineDecimalField('标签高', CONFIG_RANGES.heightMm),
      gapMm: defineDecimalField('间距', CONFIG_RANGES.gapMm),
    }),
    output: z.object({ text: z.string() }),
    limit,
  }),
  foundTake: defineCall({
    ...member,
    path: '/np/api/uc/foundTake',
    summary: '把发现的打印机加到客户端上用起来',
    input: z.object({
      ...foundPrinterInput,
      // The name is written into the settings of a machine and shown in its terminal.
      name: defineTextField('名称', PRINTER_NAME_LENGTH, 1)
        .transform((name) => cleanDisplayText(name, PRINTER_NAME_LENGTH))
        .refine((name) => name !== '', '名称不能是空的'),
      language,
      dpi,
      exclusive: defineBoolField('独用'),
    }),
    output: printer,
    limit,
  }),
  foundMove: defineCall({
    ...member,
    path: '/np/api/uc/foundMove',
    summary: '打印机换了地方：以后到发现它的那里打印',
    input: z.object({ ...foundPrinterInput, printerId: defineIdField('打印机') }),
    output: emptyOutput,
    limit,
  }),
  foundAddress: defineCall({
    ...member,
    path: '/np/api/uc/foundAddress',
    summary: '写下一台网络打印机的地址，在那台电脑上确认以后才用',
    input: z.object({
      clientId: foundPrinterInput.clientId,
      address: defineTextField('地址', PRINTER_ADDRESS_LENGTH, 1).refine(
        (address) => parseHostAndPort(address) !== null,
        '写成 192.168.1.50 或 192.168.1.50:9100',
      ),
    }),
    output: z.object({ text: z.string() }),
    limit,
  }),
};
