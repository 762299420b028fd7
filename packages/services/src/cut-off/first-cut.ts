import { hash } from 'node:crypto';
import {
  getContent,
  fieldNamesIn,
  type LabelData,
  LabelError,
  layoutLabel,
  type Media,
  type Template,
  withCells,
} from '@yunbiao/label';
import { labelFonts, rareCodes } from '../software/label-fonts.ts';
import { turnTaker } from '../turns.ts';

/** A printer that may print the labels: by which configuration, how, and what they would look like without a loss. */
export type CutPlace = { name: string; media: Media; meant: Media };

/** A label, and the row its member knows it by. */
export type CutLabel = { row: number; data: LabelData };

/** What falls off, at which printer, of which row. `lost` is for people. */
export type Cut = { name: string; lost: string; row: number };

/** What labels are looked at with. */
export type Looked = {
  template: Template;
  places: readonly CutPlace[];
  /** What the member's clock shows; not needed where everything is worked out. */
  at?: string | undefined;
};

/**
 * Labels laid out for one answer: three printers, each moved in its own way, look at as many different rows as a batch
 * may have. It is some seconds of work, in turns with everybody else's.
 */
export const MAX_LAYOUTS = 30_000;
/** Work for one answer, ms of the thread's own: while others have the machine none passes. */
const MAX_MS = 20_000;

const CUT: ReadonlySet<string> = new Set(['outside-label', 'code-outside-label']);

type Laid = { template: Template; data: LabelData; at: string | undefined };

const lossesAt = ({ template, data, at }: Laid, media: Media): string[] => {
  try {
    const scene = layoutLabel({ template, data, media, at, fonts: labelFonts(), rareCodes });
    return scene.warnings.flatMap(({ code, message }) => (CUT.has(code) ? [message] : []));
  } catch (error) {
    if (error instanceof LabelError) return [error.message];
    throw error;
  }
};

/** What differs from label to label, which is all one has to look at once the first was looked at whole. */
const differing = (template: Template): Template => ({
  ...template,
  elements: template.elements.filter((element) =>
    withCells([element]).some((one) => fieldNamesIn(getContent(one) ?? '').length > 0),
  ),
});

/** What the processor has done in this thread, ms. */
const workedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Printers that move labels alike are one. */
const distinct = (places: readonly CutPlace[]): CutPlace[] => {
  const known = new Map<string, CutPlace>();
  for (const place of places) {
    const key = JSON.stringify([place.media, place.meant]);
    if (!known.has(key)) known.set(key, place);
  }
  return [...known.values()];
};

/** What falls off of a label at a printer that is there where it is drawn as it was meant; undefined when it is whole. */
const lossAt = (laid: Laid, { media, meant }: CutPlace): string | undefined => {
  const losses = lossesAt(laid, media);
  if (losses.length === 0) return undefined;
  const byWish = new Set(lossesAt(laid, meant));
  return losses.find((one) => !byWish.has(one));
};

/**
 * The first label something falls off of, at whichever of the printers, that is there where it is drawn as it was meant:
 * what hangs over in the template does so by wish. Every label that may differ is looked at, each once; null when all are
 * whole, `'too-many'` when there are more than one answer is worth.
 */
export const firstCut = async (
  { template, places, at }: Looked,
  labels: Iterable<CutLabel>,
  most: { laidOut: number; ms: number } = { laidOut: MAX_LAYOUTS, ms: MAX_MS },
): Promise<Cut | 'too-many' | null> => {
  const looked = distinct(places);
  const rest = differing(template);
  const seen = new Set<string>();
  const takeTurns = turnTaker();
  let shown = template;
  let left = most.laidOut;
  let leftMs = most.ms;
  for (const { row, data } of labels) {
    // Of a row that was looked at only this is kept: rows are long, and many looks are under way.
    const key = hash('sha256', JSON.stringify(data), 'base64');
    if (seen.has(key)) continue;
    seen.add(key);
    for (const place of looked) {
      left -= 1;
      if (left < 0 || leftMs <= 0) return 'too-many';
      const since = workedMs();
      const lost = lossAt({ template: shown, data, at }, place);
      leftMs -= workedMs() - since;
      if (lost !== undefined) return { name: place.name, lost, row };
      await takeTurns();
    }
    if (rest.elements.length === 0) return null;
    shown = rest;
  }
  return null;
};
