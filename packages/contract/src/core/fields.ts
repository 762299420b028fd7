import { z } from 'zod';
import { ALIAS_LENGTH, MAX_PAGE_SIZE, type Range } from '../limits/input.ts';

/**
 * Building blocks for inputs. Forms and query strings carry only text, so numbers and booleans are
 * also parsed from text. `title` is the field's name in messages to people.
 */
export const defineTextField = (title: string, max: number, min = 0) =>
  z.string().trim().min(min).max(max).meta({ title });

/**
 * Clears an optional text. A form cannot express that with an empty value, which it drops; JSON
 * can.
 */
export const CLEARED = '-';

/**
 * A text that a call can clear: `CLEARED` and '' both become ''. Omitting it changes nothing,
 * unless the call has a default and its description says so.
 */
export const defineClearableTextField = (title: string, max: number) =>
  defineTextField(title, max)
    .transform((value) => (value === CLEARED ? '' : value))
    .meta({ title, description: `写 ${CLEARED} 清空` });

/** Text kept exactly as typed; leading zeros and spaces matter in label content. */
export const defineRawTextField = (title: string, max: number) =>
  z.string().max(max).meta({ title });

/** Converts a form's text to a number. An empty field counts as missing. */
const coerceNumber = (value: unknown) => {
  if (typeof value !== 'string') return value;
  return value.trim() === '' ? undefined : Number(value);
};

export const defineIntField = (title: string, { min, max }: Range) =>
  z.preprocess(coerceNumber, z.number().int().min(min).max(max)).meta({ title });

export const defineDecimalField = (title: string, { min, max }: Range) =>
  z.preprocess(coerceNumber, z.number().min(min).max(max)).meta({ title });

const coerceBoolean = (value: unknown) =>
  value === 'true' || value === '1' || value === 1
    ? true
    : value === 'false' || value === '0' || value === 0
      ? false
      : value;

export const defineBoolField = (title: string) =>
  z.preprocess(coerceBoolean, z.boolean()).meta({ title });

/** A database id: digits. */
export const defineIdField = (title = '编号') =>
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/, '编号不对')
    .meta({ title });

/** Rejects dates that match the pattern but do not exist, such as 31 February. */
const isExistingDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

/** A calendar day in the viewer's time zone, `2026-11-21`. */
export const defineDayField = (title: string) =>
  z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, '日期要写成 2026-11-21 这样')
    .refine(isExistingDay, '没有这一天')
    .meta({ title });

/**
 * Cache of valid names: constructing a DateTimeFormat takes longer than most calls. Bounded,
 * because names vary in case.
 */
const zones = new Set<string>();
const MAX_ZONES = 100;

const isTimeZoneName = (name: string): boolean => {
  if (zones.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
  if (zones.size < MAX_ZONES) zones.add(name);
  return true;
};

/** IANA time zone name. */
export const defineTimeZoneField = () =>
  z
    .string()
    .max(64)
    .refine(isTimeZoneName, '时区不对')
    .default('Asia/Shanghai')
    .meta({ title: '时区' });

/** ISO 8601 instant in UTC. */
export const defineInstantField = () => z.string().meta({ format: 'date-time' });

/**
 * Seconds until something ends, measured when the call is answered: the caller's clock may be off.
 */
export const defineSecondsLeftField = () => z.number();

/** Which software a public call is about. Both fields accept a domain or an alias; `alias` wins. */
export const softwareFields = {
  domain: defineTextField('域名', 253).optional(),
  alias: defineTextField('别名', ALIAS_LENGTH).optional(),
};

export const definePageSizeField = () =>
  defineIntField('每页条数', { min: 1, max: MAX_PAGE_SIZE }).default(20);

export const pageFields = {
  page: defineIntField('页码', { min: 1, max: 100_000 }).default(1),
  pageSize: definePageSizeField(),
};

/** Page of a list with page numbers. */
export const definePageSchema = <T extends z.ZodType>(item: T) =>
  z.object({ list: z.array(item), total: z.number(), page: z.number(), pageSize: z.number() });

/** Page of a list with keyset pagination: send `nextId` back to continue; null at the end. */
export const defineKeysetListSchema = <T extends z.ZodType>(item: T) =>
  z.object({ list: z.array(item), nextId: z.string().nullable() });

export const emptyInput = z.object({});
export const emptyOutput = z.object({});
