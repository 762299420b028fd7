import type { TextElement, TextSpan } from '@yunbiao/label';
import { MAX_TEXT_SPANS } from '@yunbiao/contract/limits/template';

/** How a part of a text looks. `sizeMm`: em, mm. */
export type TextLook = {
  sizeMm: number;
  weight: 400 | 700;
  italic: boolean;
  underline: boolean;
  strike: boolean;
};

/** A part of a text with one look. `gapMm`: distance from the part before, mm. */
export type StyledRun = TextLook & { content: string; gapMm: number };

/** Part of a text, in UTF-16 units of all contents together. */
export type TextRange = { from: number; to: number };

const toStyledRun = ({
  content,
  sizeMm,
  weight,
  italic = false,
  underline = false,
  strike = false,
  gapMm = 0,
}: TextSpan): StyledRun => ({ content, sizeMm, weight, italic, underline, strike, gapMm });

/** The parts of a text. What an older program stored as its tail is one of them. */
export const readStyledRuns = (element: TextElement): StyledRun[] => {
  const { content, sizeMm, weight, italic, underline, strike, tail, spans = [] } = element;
  const own = { content, sizeMm, weight, italic, underline, strike } as TextSpan;
  // A tail has one line, and slant and lines of its text.
  const tailSpan = tail && {
    ...({ italic, underline, strike } as Partial<TextSpan>),
    ...tail,
    content: tail.content.replaceAll('\n', ''),
  };
  return [own, ...spans, ...(tailSpan ? [tailSpan] : [])].map(toStyledRun);
};

/** Text of a part, whose other pieces refer to the same look. */
export type StyledPiece = { content: string; look: Omit<StyledRun, 'content'> };

/** Parts from their pieces. Only the first piece of a part has its distance from the text before. */
export const joinPieces = (pieces: readonly StyledPiece[]): StyledRun[] =>
  pieces.map(({ content, look }, i) => ({
    ...look,
    content,
    gapMm: pieces[i - 1]?.look === look ? 0 : look.gapMm,
  }));

const hasSameLook = (a: TextLook, b: TextLook): boolean =>
  a.sizeMm === b.sizeMm &&
  a.weight === b.weight &&
  a.italic === b.italic &&
  a.underline === b.underline &&
  a.strike === b.strike;

/** Merges neighbours of one look, and leaves out empty parts except a single one. */
const mergeRuns = (runs: readonly StyledRun[]): [StyledRun, ...StyledRun[]] => {
  const merged: StyledRun[] = [];
  for (const run of runs) {
    const last = merged.at(-1);
    if (run.content === '') continue;
    if (last && run.gapMm === 0 && hasSameLook(last, run))
      merged[merged.length - 1] = { ...last, content: last.content + run.content };
    else merged.push(run);
  }
  const [first = runs[0], ...rest] = merged;
  if (!first) throw new Error('a text without a part');
  return [{ ...first, gapMm: 0 }, ...rest];
};

const toSpan = ({ content, sizeMm, weight, italic, underline, strike, gapMm }: StyledRun) => ({
  content,
  sizeMm,
  weight,
  ...(italic && { italic }),
  ...(underline && { underline }),
  ...(strike && { strike }),
  ...(gapMm !== 0 && { gapMm }),
});

/**
 * The text with these parts; null when there are more than a text may have. The largest size is
 * that of the element, so that its other parts are no larger.
 */
export const writeStyledRuns = (
  element: TextElement,
  runs: readonly StyledRun[],
): TextElement | null => {
  const merged = mergeRuns(runs);
  const [first, ...rest] = merged;
  const sizeMm = Math.max(...merged.map((run) => run.sizeMm));
  const isFirstLargest = first.sizeMm === sizeMm;
  const spans = isFirstLargest ? rest : merged;
  if (spans.length > MAX_TEXT_SPANS) return null;
  const { tail: _tail, spans: _spans, italic: _i, underline: _u, strike: _s, ...own } = element;
  const { gapMm: _, ...look } = toSpan(first);
  const text: TextElement = {
    ...own,
    ...(isFirstLargest ? look : { content: '', weight: first.weight }),
    sizeMm,
    ...(spans.length > 0 && { spans: spans.map(toSpan) }),
  };
  const { minSizeMm = 0 } = text;
  return minSizeMm > sizeMm ? { ...text, minSizeMm: sizeMm } : text;
};

export const getRunsText = (runs: readonly StyledRun[]): string =>
  runs.map(({ content }) => content).join('');

/** Cuts the parts at a place. */
const splitRunsAt = (runs: readonly StyledRun[], at: number): StyledRun[] => {
  let start = 0;
  return runs.flatMap((run) => {
    const cut = at - start;
    start += run.content.length;
    if (cut <= 0 || cut >= run.content.length) return [run];
    return [
      { ...run, content: run.content.slice(0, cut) },
      { ...run, content: run.content.slice(cut), gapMm: 0 },
    ];
  });
};

/** Changes the parts that lie within a range. */
const mapRunsWithin = (
  runs: readonly StyledRun[],
  { from, to }: TextRange,
  change: (run: StyledRun) => StyledRun,
): StyledRun[] => {
  let start = 0;
  return splitRunsAt(splitRunsAt(runs, from), to).map((run) => {
    const end = start + run.content.length;
    const isWithin = start >= from && end <= to && end > start;
    start = end;
    return isWithin ? change(run) : run;
  });
};

const PLACEHOLDERS = /\{\{[^{}]*\}\}/g;

/** Widens a range to whole placeholders: one in two parts would print its braces. */
const widenToPlaceholders = (text: string, { from, to }: TextRange): TextRange => {
  const touched = Array.from(text.matchAll(PLACEHOLDERS), ({ 0: placeholder, index }) => ({
    from: index,
    to: index + placeholder.length,
  })).filter((placeholder) => placeholder.from < to && placeholder.to > from);
  return {
    from: Math.min(from, touched[0]?.from ?? from),
    to: Math.max(to, touched.at(-1)?.to ?? to),
  };
};

/** Changes the look of a range; that of the whole text when it is empty. */
export const setLook = (
  runs: readonly StyledRun[],
  range: TextRange,
  look: Partial<TextLook>,
): StyledRun[] => {
  if (range.from >= range.to) return runs.map((run) => ({ ...run, ...look }));
  const widened = widenToPlaceholders(getRunsText(runs), range);
  return mapRunsWithin(runs, widened, (run) => ({ ...run, ...look }));
};

/** The look that all of a range shares; a property that differs is missing. */
export const getSharedLook = (
  runs: readonly StyledRun[],
  { from, to }: TextRange,
): Partial<TextLook> => {
  let start = 0;
  const touchedRuns = runs.filter(({ content }) => {
    const end = start + content.length;
    const isTouched = from < to ? start < to && end > from : start <= from && end >= from;
    start = end;
    return isTouched;
  });
  const [first = runs[0], ...others] = touchedRuns;
  if (!first) return {};
  const { content: _content, gapMm: _gap, ...look } = first;
  return Object.fromEntries(
    Object.entries(look).filter(([key, value]) =>
      others.every((run) => run[key as keyof TextLook] === value),
    ),
  );
};

/** Replaces a range by text, which looks like the character before it. */
export const replaceRange = (
  runs: readonly StyledRun[],
  { from, to }: TextRange,
  text: string,
): StyledRun[] => {
  const cleared = mapRunsWithin(runs, { from, to }, (run) => ({ ...run, content: '' }));
  let start = 0;
  let isPlaced = false;
  return cleared.map((run) => {
    const end = start + run.content.length;
    const at = from - start;
    start = end;
    if (isPlaced || from > end) return run;
    isPlaced = true;
    return { ...run, content: run.content.slice(0, at) + text + run.content.slice(at) };
  });
};
