import { z } from 'zod';
import { ALIAS_LENGTH, MAX_PAGE_SIZE, type Range } from './limits/input.ts';

/**
 * Building blocks for inputs. Forms and query strings carry only text, so numbers and booleans are read from text too.
 * The `title` is the field's name in messages to people.
 */
export const text = (title: string, max: number, min = 0) =>
  z.string().trim().min(min).max(max).meta({ title });

/** In place of an optional text: take it away. A form cannot say so with an empty value, which it drops; JSON may. */
export const CLEARED = '-';

/**
 * A text that a call takes away again: `CLEARED` is empty behind it, as an empty one is. Left out, nothing changes; where a
 * call has a default its description says so.
 */
export const clearableText = (title: string, max: number) =>
  text(title, max)
    .transform((value) => (value === CLEARED ? '' : value))
    .meta({ title, description: `写 ${CLEARED} 清空` });

/** Free text kept as typed (label content: leading zeros and spaces matter). */
export const rawText = (title: string, max: number) => z.string().max(max).meta({ title });

/** An empty field of a form is a missing one. */
const asNumber = (value: unknown) => {
  if (typeof value !== 'string') return value;
  return value.trim() === '' ? undefined : Number(value);
};

export const int = (title: string, { min, max }: Range) =>
  z.preprocess(asNumber, z.number().int().min(min).max(max)).meta({ title });

export const decimal = (title: string, { min, max }: Range) =>
  z.preprocess(asNumber, z.number().min(min).max(max)).meta({ title });

const asBoolean = (value: unknown) =>
  value === 'true' || value === '1' || value === 1
    ? true
    : value === 'false' || value === '0' || value === 0
      ? false
      : value;

export const bool = (title: string) => z.preprocess(asBoolean, z.boolean()).meta({ title });

/** A database identity: digits on the wire. */
export const id = (title = '编号') =>
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/, '编号不对')
    .meta({ title });

/** 31 February is written like a day and is none. */
const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
};

/** A calendar day in the viewer's zone, `2026-11-21`. */
export const day = (title: string) =>
  z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, '日期要写成 2026-11-21 这样')
    .refine(isDay, '没有这一天')
    .meta({ title });

/** Good names: making a format to find out takes longer than most calls. One zone may be written in many ways. */
const zones = new Set<string>();
const MAX_ZONES = 100;

const isZone = (name: string): boolean => {
  if (zones.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
  if (zones.size < MAX_ZONES) zones.add(name);
  return true;
};

/** An IANA time zone name. */
export const timeZone = () =>
  z.string().max(64).refine(isZone, '时区不对').default('Asia/Shanghai').meta({ title: '时区' });

/** An instant, ISO 8601 UTC. */
export const instant = () => z.string().meta({ format: 'date-time' });

/** Seconds until something ends, when it is answered: the clock of whoever asks may be a day off. */
export const secondsLeft = () => z.number();

/** Which software a public call is about: either may hold either, the alias wins. */
export const named = {
  domain: text('域名', 253).optional(),
  alias: text('别名', ALIAS_LENGTH).optional(),
};

export const pageSize = () => int('每页条数', { min: 1, max: MAX_PAGE_SIZE }).default(20);

export const page = {
  page: int('页码', { min: 1, max: 100_000 }).default(1),
  pageSize: pageSize(),
};

/** A numbered list. */
export const getPage = <T extends z.ZodType>(item: T) =>
  z.object({ list: z.array(item), total: z.number(), page: z.number(), pageSize: z.number() });

/** A key-set list: pass `nextId` back to go on; null at the end. */
export const getList = <T extends z.ZodType>(item: T) =>
  z.object({ list: z.array(item), nextId: z.string().nullable() });

export const none = z.object({});
export const done = z.object({});
