import type { Template } from '@yunbiao/label';
import { z } from 'zod';

const position = {
  id: z.string().min(1).max(64),
  xMm: z.number().min(-300).max(300),
  yMm: z.number().min(-300).max(300),
  widthMm: z.number().min(0).max(300),
  heightMm: z.number().min(0).max(300),
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
};
const content = z.string().max(4000);

const element = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('text'),
    ...position,
    content,
    sizeMm: z.number().min(0.5).max(200),
    weight: z.union([z.literal(400), z.literal(700)]),
    align: z.enum(['left', 'center', 'right']),
    fit: z.enum(['shrink', 'wrap', 'clip']),
    letterSpacingMm: z.number().min(-10).max(50).optional(),
  }),
  z.object({
    type: z.literal('code128'),
    ...position,
    content,
    showText: z.boolean(),
    textSizeMm: z.number().min(0.5).max(50),
  }),
  z.object({ type: z.literal('qr'), ...position, content, level: z.enum(['L', 'M', 'Q', 'H']) }),
  z.object({ type: z.literal('rect'), ...position, lineMm: z.number().min(0).max(50) }),
  z.object({ type: z.literal('line'), ...position, lineMm: z.number().min(0).max(50) }),
]);

/** A label template as stored and sent: format version 1. */
export const templateContent = z.object({
  version: z.literal(1, {
    error: ({ input }) => `模板的格式版本是 ${String(input)}，这里只认 1`,
  }),
  widthMm: z.number().min(5).max(200),
  heightMm: z.number().min(5).max(300),
  fields: z
    .array(
      z.object({
        name: z.string().min(1).max(32),
        label: z.string().min(1).max(32),
        sample: z.string().max(2000),
        maxLength: z.number().int().min(1).max(4000).optional(),
        /** Left out: the field may stay blank. */
        required: z.boolean().optional(),
      }),
    )
    .max(60),
  elements: z.array(element).max(200),
});

/** Reads stored or received template JSON; throws a ZodError when it is not one. */
export const parseTemplate = (value: unknown): Template => templateContent.parse(value) as Template;
