import type { Template } from '../template.ts';

/**
 * What is shown of a label that is printed as it came: its words, for its picture is not known here. It is never
 * printed itself.
 */
export function createRawTemplate(
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
