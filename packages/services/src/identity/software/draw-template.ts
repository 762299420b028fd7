import { type CallOutput, parseTemplate } from '@yunbiao/contract';
import type { Selectable, TemplateTable } from '@yunbiao/db';
import {
  createGlyphSheet,
  type GlyphSheet,
  listGlyphIds,
  layoutLabel,
  SAMPLE_TIME,
  buildSampleLabelData,
  type Scene,
  listElementInkBoxes,
  listSceneSymbols,
  sceneToSvg,
} from '@yunbiao/label';
import type { Context } from '../../platform/context.ts';
import { parseStoredTemplate } from '../../platform/template/parse-stored.ts';
import { getLabelFonts, getRareSymbologyEncoders } from './label-fonts.ts';

type DrawnTemplate = CallOutput<'siteIndex'>['templates'][number];
type Drawing = DrawnTemplate['drawing'];

let sheet: GlyphSheet | undefined;
const getGlyphSheet = (): GlyphSheet => (sheet ??= createGlyphSheet(getLabelFonts()));

const DPI = 203;
const MAX_CACHED_DRAWINGS = 200;
/** Maximum number of labels drawn per template: its sample and some further samples. */
const MAX_SAMPLES = 5;
/** Cache of drawings by template content; null when it cannot be drawn. */
const drawings = new Map<string, Drawn | null>();

/**
 * Lays out sample labels of a template's JSON at 203 dpi, at most `max`. `codeStepDots`: as in
 * `Media`. @throws LabelError
 */
export const layOutSampleScenes = (
  content: string,
  max = MAX_SAMPLES,
  codeStepDots = 1,
): Scene[] => {
  const template = parseTemplate(JSON.parse(content));
  return buildSampleLabelData(template, max).map((data) =>
    layoutLabel({
      template,
      data,
      media: { dpi: DPI, codeStepDots },
      fonts: getLabelFonts(),
      rareCodes: getRareSymbologyEncoders,
      at: SAMPLE_TIME,
    }),
  );
};

const presentDrawing = (scene: Scene): Drawing => ({
  // The page provides the accessible name; a title inside would also show as a tooltip.
  svg: sceneToSvg(scene, { glyphs: getGlyphSheet() }),
  dpi: DPI,
  widthDots: scene.widthDots,
  heightDots: scene.heightDots,
  symbols: listSceneSymbols(scene),
  boxes: listElementInkBoxes(scene),
});

type Drawn = Pick<DrawnTemplate, 'drawing' | 'moreDrawings'>;

const drawSamples = (content: string): Drawn | null => {
  const [drawing, ...moreDrawings] = layOutSampleScenes(content).map(presentDrawing);
  return drawing ? { drawing, moreDrawings } : null;
};

/**
 * Returns null when stored content does not pass today's validation: it must not break the whole
 * page.
 */
const getOrDrawSamples = (
  ctx: Context,
  { id, content }: Selectable<TemplateTable>,
): Drawn | null => {
  const knownDrawing = drawings.get(content);
  if (knownDrawing !== undefined) return knownDrawing;
  let newDrawing: Drawn | null = null;
  try {
    newDrawing = drawSamples(content);
  } catch (error) {
    ctx.log.error('a public template cannot be drawn', { template: String(id), error });
  }
  if (drawings.size >= MAX_CACHED_DRAWINGS) drawings.clear();
  drawings.set(content, newDrawing);
  return newDrawing;
};

/** Glyph outlines used by the drawings of these templates, without duplicates. */
export const listGlyphs = (templates: readonly DrawnTemplate[]): Record<string, string> => {
  const svgs = templates.flatMap(({ drawing, moreDrawings }) => [drawing, ...moreDrawings]);
  const ids = new Set(svgs.flatMap(({ svg }) => listGlyphIds(svg)));
  const { paths } = getGlyphSheet();
  return Object.fromEntries([...ids].map((id) => [id, paths.get(id) ?? '']));
};

/**
 * A public template with drawn samples, for pages that do not load the label engine. Null when it
 * cannot be drawn.
 */
export const presentDrawnTemplate = (
  ctx: Context,
  row: Selectable<TemplateTable>,
  softwareAlias: string,
): DrawnTemplate | null => {
  const pictures = getOrDrawSamples(ctx, row);
  return (
    pictures && {
      id: String(row.id),
      softwareAlias,
      name: row.name,
      category: row.category,
      widthMm: row.width / 100,
      heightMm: row.height / 100,
      content: parseStoredTemplate(row.content),
      ...pictures,
    }
  );
};
