import { z } from 'zod';
import {
  AGENT_VERSION_LENGTH,
  MACHINE_NAME_LENGTH,
  PRINTER_NAME_LENGTH,
  REASON_LENGTH,
  SYSTEM_NAME_LENGTH,
} from './limits/client.ts';
import { BATCH_NO_LENGTH } from './limits/input.ts';
import { shownText } from './shown-text.ts';

/**
 * What single fields of the gateway may hold, as narrow as their meaning and as wide as any released side has sent: a
 * message with another value ends its connection. Texts for people are cleaned, not refused.
 */

/** A database identity. */
export const rowId = z.string().regex(/^[1-9]\d{0,15}$/);

export const batchNo = z
  .string()
  .max(BATCH_NO_LENGTH)
  .regex(/^[A-Za-z0-9][\w.-]*$/);

/** A client's own name for a printer: no separator of paths, nothing invisible. */
export const localId = z.string().regex(/^(?!\.{1,2}$)[^\p{C}\p{Z}/\\]{1,64}$/u);

export const ledgerId = z.string().regex(/^[\w-]{8,64}$/);

/** Of what was sent before on a connection: nothing is read from it. */
export const sourceKey = z.string().regex(/^\w[\w.:-]{0,63}$/);

export const programVersion = z
  .string()
  .max(AGENT_VERSION_LENGTH)
  .regex(/^\w[\w.+~-]*$/);

const MOMENT = /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
/** ISO 8601 UTC, of a clock that may be anywhere; '' for anything else. It is shown, and decides nothing. */
export const moment = z
  .string()
  .max(40)
  .transform((text) => (MOMENT.test(text) ? text : ''));

/** A host name or an address without its port; letters of any script, as people type them. */
export const hostName = z.string().regex(/^[\p{L}\p{N}:][\p{L}\p{M}\p{N}.:%_-]{0,252}$/u);

export const counted = z.number().int().min(0);

const MAX_ATTEMPT = 1_000_000;
export const attempt = z.number().int().min(1).max(MAX_ATTEMPT);

const KEYWORD = /^[a-z0-9][a-z0-9._-]{0,63}$/;
/** RFC 8011 §5.4.12; what is no keyword is left out. */
export const stateReasons = z
  .array(z.string().max(64))
  .max(20)
  .transform((words) => words.filter((word) => KEYWORD.test(word)));

/** Base64 of whole bytes. Looked at without a pattern over its groups: it may be megabytes long. */
export const base64 = z
  .string()
  .refine((text) => text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.replace(/={1,2}$/, '')));

const cleanText = (most: number) =>
  z
    .string()
    .max(most)
    .transform((text) => shownText(text, most));

export const reasonText = cleanText(REASON_LENGTH);
export const machineText = cleanText(MACHINE_NAME_LENGTH);
export const systemText = cleanText(SYSTEM_NAME_LENGTH);

/** What a client is called, on its own site. */
export const clientName = z
  .string()
  .max(MACHINE_NAME_LENGTH * 4)
  .transform((text) => shownText(text, MACHINE_NAME_LENGTH));

const FEATURE = /^[a-z][a-z0-9-]{0,31}$/;
/** Parts of the gateway a side knows; what cannot be the name of one is left out. */
export const featureNames = z
  .array(z.string().max(32))
  .max(32)
  .transform((names) => names.filter((name) => FEATURE.test(name)));

/** Its name by itself is what tells a printer: one without a visible character still has one. */
export const printerName = z
  .string()
  .min(1)
  .max(PRINTER_NAME_LENGTH)
  .transform((text) => shownText(text, PRINTER_NAME_LENGTH) || '打印机');
