import { z } from 'zod';
import {
  AGENT_VERSION_LENGTH,
  MACHINE_NAME_LENGTH,
  PRINTER_NAME_LENGTH,
  REASON_LENGTH,
  SYSTEM_NAME_LENGTH,
} from '../limits/client.ts';
import { BATCH_NO_LENGTH } from '../limits/input.ts';
import { cleanDisplayText } from '../core/display-text.ts';

/**
 * Field formats of the gateway: as strict as the meaning allows, and as wide as any released
 * version has sent. A message with another value closes its connection. Texts for people are
 * cleaned, not rejected.
 */

/** A database id. */
export const rowId = z.string().regex(/^[1-9]\d{0,15}$/);

export const batchNo = z
  .string()
  .max(BATCH_NO_LENGTH)
  .regex(/^[A-Za-z0-9][\w.-]*$/);

/** The client's own name for a printer: no path separators, no invisible characters. */
export const localId = z.string().regex(/^(?!\.{1,2}$)[^\p{C}\p{Z}/\\]{1,64}$/u);

export const ledgerId = z.string().regex(/^[\w-]{8,64}$/);

/** Opaque key of a template, fonts or content that was sent earlier on this connection. */
export const sourceKey = z.string().regex(/^\w[\w.:-]{0,63}$/);

export const programVersion = z
  .string()
  .max(AGENT_VERSION_LENGTH)
  .regex(/^\w[\w.+~-]*$/);

const MOMENT = /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
/**
 * ISO 8601 UTC; '' for anything else. The clock may be wrong, so the value is displayed and never
 * used for decisions.
 */
export const clientInstant = z
  .string()
  .max(40)
  .transform((text) => (MOMENT.test(text) ? text : ''));

/** Host name or IP address without port; letters of any script, as people type them. */
export const hostName = z.string().regex(/^[\p{L}\p{N}:][\p{L}\p{M}\p{N}.:%_-]{0,252}$/u);

export const nonNegativeInteger = z.number().int().min(0);

const MAX_ATTEMPT = 1_000_000;
export const attempt = z.number().int().min(1).max(MAX_ATTEMPT);

const KEYWORD = /^[a-z0-9][a-z0-9._-]{0,63}$/;
/** RFC 8011 §5.4.12. Values that are not keywords are dropped. */
export const stateReasons = z
  .array(z.string().max(64))
  .max(20)
  .transform((words) => words.filter((word) => KEYWORD.test(word)));

/**
 * Base64 of complete bytes. Not validated with one pattern over groups of four, because it may be
 * megabytes long.
 */
export const base64 = z
  .string()
  .refine((text) => text.length % 4 === 0 && !/[^A-Za-z0-9+/]/.test(text.replace(/={1,2}$/, '')));

const defineDisplayTextField = (max: number) =>
  z
    .string()
    .max(max)
    .transform((text) => cleanDisplayText(text, max));

export const reasonText = defineDisplayTextField(REASON_LENGTH);
export const machineText = defineDisplayTextField(MACHINE_NAME_LENGTH);
export const systemText = defineDisplayTextField(SYSTEM_NAME_LENGTH);

/** Display name of a client. */
export const clientName = z
  .string()
  .max(MACHINE_NAME_LENGTH * 4)
  .transform((text) => cleanDisplayText(text, MACHINE_NAME_LENGTH));

const FEATURE = /^[a-z][a-z0-9-]{0,31}$/;
/** Features a side supports; invalid names are dropped. */
export const featureNames = z
  .array(z.string().max(32))
  .max(32)
  .transform((names) => names.filter((name) => FEATURE.test(name)));

/**
 * The name identifies the printer to people, so a name without visible characters gets a default.
 */
export const printerName = z
  .string()
  .min(1)
  .max(PRINTER_NAME_LENGTH)
  .transform((text) => cleanDisplayText(text, PRINTER_NAME_LENGTH) || '打印机');
