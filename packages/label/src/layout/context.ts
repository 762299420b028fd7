import { LabelError } from '../errors.ts';
import type { Fonts } from '../font/font.ts';
import type { Images, LibraryPictures } from '../image/picture.ts';
import { describeElement } from '../placeholders.ts';
import type { RareEncoders, GetRareEncoders } from '../rare-symbology.ts';
import type { LabelWarning, LabelWarningCode, SceneCode, SceneOp } from '../scene.ts';
import type { LabelData, TemplateElement, TemplateField } from '../template.ts';
import type { Placement } from './place.ts';

/** Inputs of every element's layout, and its results. */
export type LayoutContext = {
  /** Includes formula results. */
  data: LabelData;
  /** Messages of failed formulas, by name. */
  errors: ReadonlyMap<string, string>;
  /** Template fields by name. */
  fields: ReadonlyMap<string, TemplateField>;
  fonts: Fonts;
  images: Images;
  pictures: LibraryPictures | undefined;
  rareCodes: GetRareEncoders;
  placement: Placement;
  ops: SceneOp[];
  codes: SceneCode[];
  warnings: LabelWarning[];
  /** Resources the label has used so far; see `spendLayoutBudget`. */
  usage: { characters: number; glyphDots: number };
};

/** Maximum characters of all contents of one label. */
const MAX_CHARACTERS = 30_000;
/**
 * Maximum em square dots of all glyphs of one label, plus the cost of its pictures: eight times the
 * largest label.
 */
const MAX_GLYPH_DOTS = 270_000_000;

/** Bounds time and memory per label. Throws LabelError `label-too-large` beyond the limit. */
export function spendLayoutBudget(
  { usage }: LayoutContext,
  cost: { characters?: number; glyphDots?: number },
): void {
  usage.characters += cost.characters ?? 0;
  usage.glyphDots += cost.glyphDots ?? 0;
  if (usage.characters > MAX_CHARACTERS || usage.glyphDots > MAX_GLYPH_DOTS) {
    throw new LabelError('label-too-large', '标签上的内容太多或太大，画不出来');
  }
}

export function addLayoutWarning(
  context: LayoutContext,
  element: Pick<TemplateElement, 'id'>,
  code: LabelWarningCode,
  message: string,
): void {
  context.warnings.push({ elementId: element.id, code, level: 'warning', message });
}

/** Reports content that could not be drawn. */
export function reportLayoutError(
  context: LayoutContext,
  element: Pick<TemplateElement, 'id'>,
  code: LabelWarningCode,
  message: string,
): void {
  context.warnings.push({ elementId: element.id, code, level: 'error', message });
}

/** Returns the encoders of rare symbologies, or reports that they are not loaded. */
export function resolveRareEncoders(
  context: LayoutContext,
  element: TemplateElement,
): RareEncoders | undefined {
  const codes = context.rareCodes();
  if (codes === undefined)
    reportLayoutError(
      context,
      element,
      'code-waiting',
      `${describeElement(element)}还没画：它的画法还没取到`,
    );
  return codes;
}
