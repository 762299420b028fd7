import type { Template } from '../template.ts';

/**
 * Creates a placeholder template with text for a raw label, whose picture is unknown. It is
 * displayed, never printed.
 */
export function createRawPlaceholderTemplate(
  words: string,
  { widthMm, heightMm }: { widthMm: number; heightMm: number },
): Template {
  const edge = Math.min(2, widthMm / 10, heightMm / 10);
  return {
    version: 1,
    widthMm,
    heightMm,
    fields: [],
    elements: [
      {
        type: 'text',
        id: 'raw',
        content: words,
        xMm: edge,
        yMm: edge,
        widthMm: widthMm - 2 * edge,
        heightMm: heightMm - 2 * edge,
        rotation: 0,
        sizeMm: Math.max(1, Math.min(4, heightMm / 6)),
        minSizeMm: 0.5,
        weight: 400,
        align: 'center',
        verticalAlign: 'middle',
        fit: 'wrap',
      },
    ],
  };
}
