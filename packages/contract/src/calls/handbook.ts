import { z } from 'zod';
import { defineCall } from '../define.ts';
import { named, text } from '../fields.ts';

/** One-dimensional codes, two-dimensional ones, and what else stands on a label. */
export const HANDBOOK_KINDS = ['linear', 'matrix', 'element'] as const;

/** Longest name of an entry. */
const NAME_LENGTH = 40;

/** A label that shows something, drawn by the engine at 203 dpi. */
const picture = z.object({
  /** Own-origin address of an SVG, one unit a dot; another drawing has another address. */
  url: z.string(),
  /** What is to be seen. */
  alt: z.string(),
  widthMm: z.number(),
  heightMm: z.number(),
  widthDots: z.number(),
  heightDots: z.number(),
});

/** How small it may be on a printer of this resolution, as the engine draws it. */
const sizeAt = z.object({
  dpi: z.number(),
  /** Of the narrowest bar, a module's side, a line's width or a character's height. */
  dots: z.number(),
  mm: z.number(),
  /** The whole code of the picture with its light space and text, rounded up to a tenth; null for what is no code. */
  widthMm: z.number().nullable(),
  heightMm: z.number().nullable(),
  /** How well it reads when it is printed badly and seen from afar; null for what is no code. */
  reads: z.enum(['ample', 'just']).nullable(),
});

const entryName = z.object({ name: z.string(), title: z.string() });

/** An entry as lists show it. */
export const handbookRow = entryName.extend({
  kind: z.enum(HANDBOOK_KINDS),
  /** What it is for, in a sentence. */
  use: z.string(),
  /** What it holds, in a few words. */
  holds: z.string(),
  picture,
  /** So small that scanners still like it; empty for what is no code. */
  sizes: z.array(sizeAt),
});

export const handbookCalls = {
  handbook: defineCall({
    method: 'GET',
    path: '/np/api/handbook',
    audience: 'public',
    summary: '条码与元素手册：每种码、每种元素是什么、最小能印多小',
    shows: ['software'],
    showsSoftware: 'one',
    input: z.object(named),
    output: z.object({
      /** What people want to do, and what they need for it. */
      choices: z.array(
        z.object({ want: z.string(), why: z.string(), entries: z.array(entryName) }),
      ),
      entries: z.array(handbookRow),
    }),
  }),
  handbookEntry: defineCall({
    method: 'GET',
    path: '/np/api/handbook/entry',
    audience: 'public',
    summary: '手册里的一种码或元素',
    shows: ['software'],
    showsSoftware: 'one',
    input: z.object({ ...named, name: text('名称', NAME_LENGTH, 1) }),
    output: handbookRow.omit({ sizes: true }).extend({
      /** Other names it is known by. */
      also: z.array(z.string()),
      /** Paragraphs of plain text. */
      about: z.array(z.string()),
      facts: z.array(z.object({ label: z.string(), value: z.string() })),
      /** How small it may be, by what is asked of it. */
      sizes: z.array(
        z.object({
          title: z.string(),
          say: z.string(),
          /** What is measured: `窄条`, `模块`, `线宽`, `字高`. */
          what: z.string(),
          rows: z.array(sizeAt),
          /** So small at 203 dpi, with a millimetre of paper around it; null for what is no code. */
          picture: picture.nullable(),
        }),
      ),
      mistakes: z.array(z.object({ seen: z.string(), mend: z.string() })),
      /** Others to look at before one decides. */
      similar: z.array(handbookRow.pick({ name: true, title: true, use: true })),
      previous: entryName.nullable(),
      next: entryName.nullable(),
    }),
  }),
};
