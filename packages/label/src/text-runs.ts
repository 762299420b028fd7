import type { TemplateElement, TextElement, TextSpan } from './template.ts';

/** A part of a text with one look. */
export type TextRun = Pick<TextSpan, 'content' | 'sizeMm' | 'weight'> & {
  italic: boolean;
  underline: boolean;
  strike: boolean;
  /** Distance from the run before, mm. */
  gapMm: number;
  /** The run's line breaks are removed: it stays on the line of the run before. */
  isOneLine: boolean;
};

type TextLook = Pick<
  TextElement,
  'content' | 'sizeMm' | 'weight' | 'italic' | 'underline' | 'strike' | 'spans' | 'tail'
>;

const toRun = (span: TextSpan): TextRun => ({
  content: span.content,
  sizeMm: span.sizeMm,
  weight: span.weight,
  italic: span.italic ?? false,
  underline: span.underline ?? false,
  strike: span.strike ?? false,
  gapMm: span.gapMm ?? 0,
  isOneLine: false,
});

/** The parts of a text in order; the first has the look of the element itself. */
export function listTextRuns(element: TextLook): [TextRun, ...TextRun[]] {
  const { tail, spans = [] } = element;
  const { gapMm: _, ...look } = toRun(element);
  return [
    { ...look, gapMm: 0 },
    ...spans.map(toRun),
    // A tail continues the lines through it.
    ...(tail ? [{ ...look, ...tail, isOneLine: true }] : []),
  ];
}

/** Contents of an element in order; none for shapes, pictures and tables. */
export function listElementContents(element: TemplateElement): string[] {
  if (!('content' in element)) return [];
  return element.type === 'text'
    ? listTextRuns(element).map(({ content }) => content)
    : [element.content];
}
