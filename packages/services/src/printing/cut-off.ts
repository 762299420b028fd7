import { mediaOf, type Setup } from '@yunbiao/contract/gateway';
import {
  contentOf,
  fieldNamesIn,
  type LabelData,
  LabelError,
  layoutLabel,
  type Media,
  type Template,
  withCells,
} from '@yunbiao/label';
import { labelFonts, rareCodes } from '../software/draw-template.ts';
import { turnTaker } from '../turns.ts';

/** A printer that may print the labels: by which configuration, how, and what they would look like without a loss. */
export type CutPlace = { name: string; setup: Setup; meant: Media };

/** What falls off, at which printer, of which label. `lost` is for people. */
export type Cut<L> = { name: string; lost: string; label: L };

/**
 * Labels laid out for one answer: three printers, each moved in its own way, look at as many different rows as a batch
 * may have. It is some seconds of work, in turns with everybody else's.
 */
const MOST_LAID_OUT = 30_000;

/** A template as it is printed: what moves a label moves the row it is in, so the one at an edge loses as if alone. */
export const movedMedia = (setup: Setup): Media => ({
  ...mediaOf(setup),
  offsetXMm: setup.offsetXMm,
});

/** A template before calibration moves it. */
export const drawnMedia = ({ dpi, rotation }: Setup): Media => ({ dpi, rotation });

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
    withCells([element]).some((one) => fieldNamesIn(contentOf(one) ?? '').length > 0),
  ),
});

/** Printers that move labels alike are one. */
const distinct = (places: readonly CutPlace[]): { place: CutPlace; media: Media }[] => {
  const known = new Map<string, { place: CutPlace; media: Media }>();
  for (const place of places) {
    const media = movedMedia(place.setup);
    const key = JSON.stringify([media, place.meant]);
    if (!known.has(key)) known.set(key, { place, media });
  }
  return [...known.values()];
};

/**
 * The first label something falls off of, at whichever of the printers, that is there where it is drawn as it was meant:
 * what hangs over in the template does so by wish. Every label that may differ is looked at, each once; null when all are
 * whole, `'too-many'` when there are more than one answer is worth.
 */
export const firstCut = async <L extends { data: LabelData }>({
  template,
  labels,
  places,
  at,
}: {
  template: Template;
  labels: Iterable<L>;
  places: readonly CutPlace[];
  /** What the member's clock shows; not needed where everything is worked out. */
  at?: string;
}): Promise<Cut<L> | 'too-many' | null> => {
  const looked = distinct(places);
  if (looked.length === 0) return null;
  const rest = differing(template);
  const seen = new Set<string>();
  const takeTurns = turnTaker();
  let shown = template;
  let left = MOST_LAID_OUT;
  for (const label of labels) {
    const { data } = label;
    const key = JSON.stringify(data);
    if (seen.has(key)) continue;
    seen.add(key);
    for (const { place, media } of looked) {
      left -= 1;
      if (left < 0) return 'too-many';
      const laid = { template: shown, data, at };
      const losses = lossesAt(laid, media);
      await takeTurns();
      if (losses.length === 0) continue;
      const meant = new Set(lossesAt(laid, place.meant));
      const lost = losses.find((one) => !meant.has(one));
      if (lost !== undefined) return { name: place.name, lost, label };
    }
    if (rest.elements.length === 0) return null;
    shown = rest;
  }
  return null;
};
