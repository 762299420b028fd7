import { LabelError } from '../errors.ts';
import type { Fonts } from '../font/font.ts';
import type { Images } from '../image/picture.ts';
import { describeElement } from '../placeholders.ts';
import type { RareCodes, RareCodeSource } from '../rare.ts';
import type { LabelWarning, LabelWarningCode, SceneCode, SceneOp } from '../scene.ts';
import type { LabelData, TemplateElement, TemplateField } from '../template.ts';
import type { Placement } from './place.ts';

/** What every element's layout needs, and where its results go. */
export type LayoutContext = {
  /** With what was worked out. */
  data: LabelData;
  /** Names that could not be worked out, and why. */
  errors: ReadonlyMap<string, string>;
  /** The template's fields by name. */
  fields: ReadonlyMap<string, TemplateField>;
  fonts: Fonts;
  images: Images;
  rareCodes: RareCodeSource;
  placement: Placement;
  ops: SceneOp[];
  codes: SceneCode[];
  warnings: LabelWarning[];
  /** What the label has used up so far; see `spend`. */
  spent: { characters: number; glyphDots: number };
};

/** Characters in all contents of one label together. */
const MAX_CHARACTERS = 30_000;
/** Em squares of all glyphs of one label together, and what its pictures cost: eight times the largest label. */
const MAX_GLYPH_DOTS = 270_000_000;

/** Keeps the time and memory of one label bounded; throws LabelError `label-too-large` beyond. */
export function spend(
  { spent }: LayoutContext,
  cost: { characters?: number; glyphDots?: number },
): void {
  spent.characters += cost.characters ?? 0;
  spent.glyphDots += cost.glyphDots ?? 0;
  if (spent.characters > MAX_CHARACTERS || spent.glyphDots > MAX_GLYPH_DOTS) {
    throw new LabelError('label-too-large', '标签上的内容太多或太大，画不出来');
  }
}

export function warn(
  context: LayoutContext,
  element: Pick<TemplateElement, 'id'>,
  code: LabelWarningCode,
  message: string,
): void {
  context.warnings.push({ elementId: element.id, code, level: 'warning', message });
}

/** For what could not be drawn. */
export function fail(
  context: LayoutContext,
  element: Pick<TemplateElement, 'id'>,
  code: LabelWarningCode,
  message: string,
): void {
  context.warnings.push({ elementId: element.id, code, level: 'error', message });
}

/** The encoders few labels need, or says that they are not here. */
export function rareCodesFor(
  context: LayoutContext,
  element: TemplateElement,
): RareCodes | undefined {
  const codes = context.rareCodes();
  if (codes === undefined)
    fail(context, element, 'code-waiting', `${describeElement(element)}还没画：它的画法还没取到`);
  return codes;
}
