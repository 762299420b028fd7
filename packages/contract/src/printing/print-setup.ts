import { z } from 'zod';
import { LANGUAGES } from '../evidence.ts';
import { FINISHINGS, MEDIA_KINDS } from '@yunbiao/label/language/language';
import { resolveMediaAndFinishing } from '../limits/print-config.ts';
import type { Media } from '@yunbiao/label';

/** Settings a label is drawn with, from the printer configuration of its batch. */
export const setupFields = z.object({
  language: z.enum(LANGUAGES),
  dpi: z.union([z.literal(203), z.literal(300), z.literal(600)]),
  /** Size of one label; columns across the roll and the gap between them. */
  widthMm: z.number(),
  heightMm: z.number(),
  columns: z.number().int().min(1).default(1),
  columnGapMm: z.number().default(0),
  gapMm: z.number(),
  offsetXMm: z.number(),
  offsetYMm: z.number(),
  pitchScale: z.number(),
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  /** Absent from older servers. */
  barReduction: z.number().default(0),
  /**
   * Absent from older servers. True: printers that take pages get vectors where
   * {@link supportsVectors} allows it; false: dots.
   */
  vector: z.boolean().default(false),
  darkness: z.number(),
  speed: z.number(),
  /** Absent from older servers; see {@link resolveMediaAndFinishing}. */
  media: z.enum(MEDIA_KINDS).optional(),
  finishing: z.enum(FINISHINGS).optional(),
  cutEach: z.number().int().min(1).default(1),
  shiftMm: z.number().nullable().default(null),
});

export const setup = setupFields.transform((fields) => ({
  ...fields,
  ...resolveMediaAndFinishing(fields),
}));

export type Setup = z.output<typeof setup>;

/** Parses the setup stored with a batch. An older one may lack newer fields. */
export const parsePrintSetup = (json: string): Setup => setup.parse(JSON.parse(json));

/** Placement of one label. With several columns the offset applies to the assembled row instead. */
export const getLabelPlacement = (setup: Setup): Media => ({
  dpi: setup.dpi,
  offsetXMm: setup.columns > 1 ? 0 : setup.offsetXMm,
  offsetYMm: setup.offsetYMm,
  rotation: setup.rotation,
  pitchScale: setup.pitchScale / 100,
  barReductionDots: setup.barReduction,
});
