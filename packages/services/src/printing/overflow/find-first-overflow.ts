import { hash } from 'node:crypto';
import {
  getFullElementText,
  listPlaceholderNames,
  type LabelData,
  LabelError,
  layoutLabel,
  type Media,
  type Template,
} from '@yunbiao/label';
import { listConditionalElements } from '@yunbiao/label/condition';
import { getLabelFonts, getRareSymbologyEncoders } from '../../identity/software/label-fonts.ts';
import { createEventLoopYielder } from '../../platform/yielder.ts';

/**
 * A possible printer: name of its configuration, the media as it will be printed (`media`), and the
 * reference media (`reference`) on which nothing counts as lost.
 */
export type OverflowTarget = { name: string; media: Media; reference: Media };

/** A label to be checked, and the row number shown to the member. */
export type LabelToCheck = { row: number; data: LabelData };

/** An overflow: the printer configuration, the row, and `lost` as display text. */
export type Overflow = { name: string; lost: string; row: number };

/** Template and printers of a check. */
export type OverflowCheck = {
  template: Template;
  targets: readonly OverflowTarget[];
  /** Local time of the member, for formulas; not needed when all values are computed. */
  at?: string | undefined;
};

/**
 * Maximum layouts per check: three printers with different corrections and as many distinct rows as
 * a batch may have. That is some seconds of work, interleaved with other requests.
 */
export const MAX_LAYOUTS = 30_000;
/** Maximum CPU time of the thread per check, ms. */
const MAX_MS = 20_000;

const OVERFLOW_CODES: ReadonlySet<string> = new Set(['outside-label', 'code-outside-label']);

type LayoutInput = { template: Template; data: LabelData; at: string | undefined };

const listContentLostInLayout = ({ template, data, at }: LayoutInput, media: Media): string[] => {
  try {
    const scene = layoutLabel({
      template,
      data,
      media,
      at,
      fonts: getLabelFonts(),
      rareCodes: getRareSymbologyEncoders,
    });
    return scene.warnings.flatMap(({ code, message }) =>
      OVERFLOW_CODES.has(code) ? [message] : [],
    );
  } catch (error) {
    if (error instanceof LabelError) return [error.message];
    throw error;
  }
};

/**
 * Template with only the elements that vary between labels. Only these need a check after the first
 * label.
 */
const removeConstantElements = (template: Template): Template => ({
  ...template,
  elements: template.elements.filter((element) =>
    listConditionalElements({ ...template, elements: [element] }).some(
      ({ element: part, conditions }) =>
        conditions.length > 0 || listPlaceholderNames(getFullElementText(part) ?? '').length > 0,
    ),
  ),
});

/** CPU time used by this thread, ms. */
const measureCpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Merges printers with the same corrections. */
const mergeEqualOverflowTargets = (places: readonly OverflowTarget[]): OverflowTarget[] => {
  const placesByKey = new Map<string, OverflowTarget>();
  for (const place of places) {
    const key = JSON.stringify([place.media, place.reference]);
    if (!placesByKey.has(key)) placesByKey.set(key, place);
  }
  return [...placesByKey.values()];
};

/** Returns the content lost with `media` but not with `reference`; undefined if nothing. */
const findNewlyLostContent = (
  layoutInput: LayoutInput,
  { media, reference }: OverflowTarget,
): string | undefined => {
  const losses = listContentLostInLayout(layoutInput, media);
  if (losses.length === 0) return undefined;
  const intendedLosses = new Set(listContentLostInLayout(layoutInput, reference));
  return losses.find((loss) => !intendedLosses.has(loss));
};

/**
 * Finds the first label that loses content with the `media` of a printer but not with its
 * `reference`: overflow in the template itself is intended. Checks each distinct label once.
 * Returns null if there is none, `'too-many'` if the limit is reached.
 */
export const findFirstOverflow = async (
  { template, targets, at }: OverflowCheck,
  labels: Iterable<LabelToCheck>,
  max: { laidOut: number; ms: number } = { laidOut: MAX_LAYOUTS, ms: MAX_MS },
): Promise<Overflow | 'too-many' | null> => {
  const looked = mergeEqualOverflowTargets(targets);
  const varying = removeConstantElements(template);
  const seenKeys = new Set<string>();
  const yieldToOthers = createEventLoopYielder();
  let currentTemplate = template;
  let layoutsLeft = max.laidOut;
  let leftMs = max.ms;
  for (const { row, data } of labels) {
    // Only a hash is stored per checked row: rows are long, and several checks run at once.
    const key = hash('sha256', JSON.stringify(data), 'base64');
    if (seenKeys.has(key)) continue;
    seenKeys.add(key);
    for (const place of looked) {
      layoutsLeft -= 1;
      if (layoutsLeft < 0 || leftMs <= 0) return 'too-many';
      const since = measureCpuMs();
      const lostContent = findNewlyLostContent({ template: currentTemplate, data, at }, place);
      leftMs -= measureCpuMs() - since;
      if (lostContent !== undefined) return { name: place.name, lost: lostContent, row };
      await yieldToOthers();
    }
    if (varying.elements.length === 0) return null;
    currentTemplate = varying;
  }
  return null;
};
