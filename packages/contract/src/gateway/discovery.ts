import { z } from 'zod';
import { LANGUAGES } from '../evidence.ts';
import {
  nonNegativeInteger,
  featureNames,
  hostName,
  localId,
  printerName,
  stateReasons,
} from './gateway-fields.ts';
import {
  FOUND_TEXT_LENGTH,
  MAX_ADDRESSES,
  MAX_DISCOVERED_PRINTERS,
  PRINTER_NAME_LENGTH,
  REASON_LENGTH,
} from '../limits/client.ts';
import { CONFIG_RANGES } from '../limits/print-config.ts';
import { PLACE_KINDS } from './printer-places.ts';
import { cleanDisplayText } from '../core/display-text.ts';

/**
 * Printer discovery: the printers a print client discovers, and requests of its member concerning
 * them. Optional part of the gateway: each side sends these messages only if the other announced
 * the feature `found`.
 */

/**
 * Text from unknown devices is truncated and cleaned instead of rejected: one bad printer must not
 * hide the others.
 */
const defineDisplayTextField = (max: number) =>
  z
    .string()
    .max(max * 4)
    .transform((text) => cleanDisplayText(text, max));

/** Side of the loaded media, mm. */
const side = z.number().min(1).max(2000);
const dpi = z.union([z.literal(203), z.literal(300), z.literal(600)]);
const foundId = z.string().regex(/^[0-9a-f]{16}$/);

export const foundPrinter = z.object({
  /** Assigned by the client and stable for the printer, also after it moves. */
  id: foundId,
  name: defineDisplayTextField(PRINTER_NAME_LENGTH),
  kind: z.enum(PLACE_KINDS),
  /** Location for people: `192.168.1.50:9100`, `/dev/usb/lp0`. Never used to connect. */
  where: defineDisplayTextField(FOUND_TEXT_LENGTH),
  /** Other locations at which the same printer was discovered. */
  also: z.array(defineDisplayTextField(FOUND_TEXT_LENGTH)).max(5),
  /** Maker and model as the driver or the printer reports them. */
  model: defineDisplayTextField(FOUND_TEXT_LENGTH),
  /** This version of the client can print there. */
  usable: z.boolean(),
  /** Guessed language and reported resolution; null when unknown. */
  language: z.enum(LANGUAGES).nullable().catch(null),
  dpi: dpi.nullable().catch(null),
  /** Null when the state is unknown. */
  state: z.enum(['idle', 'processing', 'stopped']).nullable(),
  stateReasons,
  /** Loaded media, when the printer reports it. */
  media: z.array(z.object({ widthMm: side, heightMm: side })).max(8),
  /** The printer of this client it is in use as. */
  localId: localId.nullable(),
  /** Former location of that printer; null when it has not moved. */
  movedFrom: defineDisplayTextField(FOUND_TEXT_LENGTH).nullable(),
});
export type FoundPrinter = z.output<typeof foundPrinter>;

/** An address typed on the page that is not confirmed on the machine yet. */
const waitingAddress = z.object({ id: foundId, text: defineDisplayTextField(FOUND_TEXT_LENGTH) });

/** Agent to server: all discovered printers. Sent on a change, and every few minutes. */
export const foundMessage = z.object({
  type: z.literal('found'),
  printers: z.array(foundPrinter).max(MAX_DISCOVERED_PRINTERS),
  addresses: z.array(waitingAddress).max(MAX_ADDRESSES),
});
export type FoundMessage = z.output<typeof foundMessage>;

/** Label the test is printed on, mm. */
const stock = {
  widthMm: z.number().min(CONFIG_RANGES.widthMm.min).max(CONFIG_RANGES.widthMm.max),
  heightMm: z.number().min(CONFIG_RANGES.heightMm.min).max(CONFIG_RANGES.heightMm.max),
  gapMm: z.number().min(CONFIG_RANGES.gapMm.min).max(CONFIG_RANGES.gapMm.max),
};

/**
 * A discovery request of the member. A printer is named by the id the client assigned. An `address`
 * is stored, and not used until a person confirms it on the machine itself.
 */
export const discoveryRequest = z.discriminatedUnion('do', [
  /** Start a discovery now. */
  z.object({ do: z.literal('search') }),
  /** Query the printer's language and state. */
  z.object({ do: z.literal('look'), foundId }),
  /** Print the test label that shows whether language and resolution are correct. */
  z.object({ do: z.literal('test'), foundId, language: z.enum(LANGUAGES), dpi, ...stock }),
  /** Take the printer into use. */
  z.object({
    do: z.literal('take'),
    foundId,
    name: printerName,
    language: z.enum(LANGUAGES),
    dpi,
    exclusive: z.boolean(),
  }),
  /** Move a printer of the client to the location of this discovered one. */
  z.object({ do: z.literal('move'), foundId, localId }),
  z.object({
    do: z.literal('address'),
    host: hostName,
    port: z.number().int().min(1).max(65_535),
  }),
]);
export type DiscoveryRequest = z.output<typeof discoveryRequest>;

/** Server to agent. */
export const discoveryRequestMessage = z.object({
  type: z.literal('wish'),
  request: nonNegativeInteger,
  wish: discoveryRequest,
});

/** Agent to server: result of a discovery request. */
export const discoveryResultMessage = z.object({
  type: z.literal('wished'),
  request: nonNegativeInteger,
  ok: z.boolean(),
  /** Result or reason of the failure, as text for people. */
  text: defineDisplayTextField(REASON_LENGTH),
  /** `take`: the new printer. */
  localId: localId.nullable(),
  /** `look`: what the printer answered. */
  language: z.enum(LANGUAGES).nullable().catch(null),
  dpi: dpi.nullable().catch(null),
});
export type DiscoveryResult = z.output<typeof discoveryResultMessage>;

/** Optional parts of the gateway. Each side announces those it supports. */
export const FEATURES = ['found', 'raw', 'history', 'pictures'] as const;
export type Feature = (typeof FEATURES)[number];
/** Features of the other side; may contain names this version does not know. */
export const features = featureNames.optional();
