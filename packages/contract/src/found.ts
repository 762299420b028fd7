import { z } from 'zod';
import { LANGUAGES } from './evidence.ts';
import {
  counted,
  featureNames,
  hostName,
  localId,
  printerName,
  stateReasons,
} from './gateway-fields.ts';
import {
  FOUND_TEXT_LENGTH,
  MAX_ADDRESSES,
  MAX_FOUND,
  PRINTER_NAME_LENGTH,
  REASON_LENGTH,
} from './limits/client.ts';
import { CONFIG_RANGES } from './limits/print-config.ts';
import { PLACE_KINDS } from './printer-places.ts';
import { shownText } from './shown-text.ts';

/**
 * Found printers: what a print client sees around it, and what its member asks it to do with one. Additive parts of the
 * gateway: each side sends them only where the other has named `found` among its features.
 */

/** Names by strangers are cut and cleaned, not refused: one printer of thirty must not cost the others. */
const shown = (most: number) =>
  z
    .string()
    .max(most * 4)
    .transform((text) => shownText(text, most));

/** Sides of what lies in a printer, mm. */
const side = z.number().min(1).max(2000);
const dpi = z.union([z.literal(203), z.literal(300), z.literal(600)]);
const foundId = z.string().regex(/^[0-9a-f]{16}$/);

export const foundPrinter = z.object({
  /** Given by the client, which keeps it for the printer wherever it is found again. */
  id: foundId,
  name: shown(PRINTER_NAME_LENGTH),
  kind: z.enum(PLACE_KINDS),
  /** Where it is, for people: `192.168.1.50:9100`, `/dev/usb/lp0`. Nothing is connected to by these words. */
  where: shown(FOUND_TEXT_LENGTH),
  /** Where the same printer was seen besides. */
  also: z.array(shown(FOUND_TEXT_LENGTH)).max(5),
  /** Maker and model, as the driver or the printer says. */
  model: shown(FOUND_TEXT_LENGTH),
  /** It can be taken into use: this version of the client can print there. */
  usable: z.boolean(),
  /** What it seems to speak, and its resolution; null: it did not say. */
  language: z.enum(LANGUAGES).nullable().catch(null),
  dpi: dpi.nullable().catch(null),
  /** Null: nobody says. */
  state: z.enum(['idle', 'processing', 'stopped']).nullable(),
  stateReasons,
  /** What lies in it, where it says so. */
  media: z.array(z.object({ widthMm: side, heightMm: side })).max(8),
  /** The printer it has become on this client. */
  localId: localId.nullable(),
  /** Where that printer was until it was found here; null: it has not moved. */
  movedFrom: shown(FOUND_TEXT_LENGTH).nullable(),
});
export type FoundPrinter = z.output<typeof foundPrinter>;

/** An address somebody typed on the page, and nobody has confirmed on the machine yet. */
const waitingAddress = z.object({ id: foundId, text: shown(FOUND_TEXT_LENGTH) });

/** Agent to server: everything there is now. Sent when it changes, and every few minutes. */
export const foundMessage = z.object({
  type: z.literal('found'),
  printers: z.array(foundPrinter).max(MAX_FOUND),
  addresses: z.array(waitingAddress).max(MAX_ADDRESSES),
});
export type FoundMessage = z.output<typeof foundMessage>;

/** The label a test is printed on, mm. */
const stock = {
  widthMm: z.number().min(CONFIG_RANGES.widthMm.min).max(CONFIG_RANGES.widthMm.max),
  heightMm: z.number().min(CONFIG_RANGES.heightMm.min).max(CONFIG_RANGES.heightMm.max),
  gapMm: z.number().min(CONFIG_RANGES.gapMm.min).max(CONFIG_RANGES.gapMm.max),
};

/**
 * What the member wants done. A printer is named by the id the client gave it; an address (`address`) is kept and used for
 * nothing before somebody confirms it on the machine itself.
 */
export const clientWish = z.discriminatedUnion('do', [
  /** Look around again, now. */
  z.object({ do: z.literal('search') }),
  /** Ask the printer itself what it speaks and how it is. */
  z.object({ do: z.literal('look'), foundId }),
  /** Print the label that shows whether language and resolution are right. */
  z.object({ do: z.literal('test'), foundId, language: z.enum(LANGUAGES), dpi, ...stock }),
  /** Take it into use. */
  z.object({
    do: z.literal('take'),
    foundId,
    name: printerName,
    language: z.enum(LANGUAGES),
    dpi,
    exclusive: z.boolean(),
  }),
  /** A printer of the client is this one now: it goes on at its place. */
  z.object({ do: z.literal('move'), foundId, localId }),
  z.object({
    do: z.literal('address'),
    host: hostName,
    port: z.number().int().min(1).max(65_535),
  }),
]);
export type ClientWish = z.output<typeof clientWish>;

/** Server to agent. */
export const wishMessage = z.object({
  type: z.literal('wish'),
  request: counted,
  wish: clientWish,
});

/** Agent to server: what became of a wish. */
export const wishedMessage = z.object({
  type: z.literal('wished'),
  request: counted,
  ok: z.boolean(),
  /** What happened, or why not, for people. */
  text: shown(REASON_LENGTH),
  /** `take`: the printer it became. */
  localId: localId.nullable(),
  /** `look`: what the printer answered. */
  language: z.enum(LANGUAGES).nullable().catch(null),
  dpi: dpi.nullable().catch(null),
});
export type Wished = z.output<typeof wishedMessage>;

/** Parts of the gateway that one side may not know yet; each names its own. */
export const FEATURES = ['found', 'raw', 'history'] as const;
export type Feature = (typeof FEATURES)[number];
/** Those of the other side, among them such as this one has not heard of. */
export const features = featureNames.optional();
