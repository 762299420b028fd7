import { type CallOutput, parseTemplate } from '@yunbiao/contract';
import type { Selectable, TemplateTable } from '@yunbiao/db';
import {
  createGlyphSheet,
  type GlyphSheet,
  glyphIdsIn,
  layoutLabel,
  SAMPLE_AT,
  sampleRows,
  type Scene,
  sceneBoxes,
  sceneSymbols,
  sceneToSvg,
} from '@yunbiao/label';
import type { Context } from '../context.ts';
import { storedTemplate } from '../template/stored.ts';
import { labelFonts, rareCodes } from './label-fonts.ts';

type DrawnTemplate = CallOutput<'siteIndex'>['templates'][number];
type Drawing = DrawnTemplate['drawing'];

let sheet: GlyphSheet | undefined;
const glyphSheet = (): GlyphSheet => (sheet ??= createGlyphSheet(labelFonts()));

const DPI = 203;
const MAX_KEPT = 200;
/** Labels drawn of a template: its sample and some of its further samples. */
const DRAWN = 5;
/** Drawings by template content: drawing the same samples again gives the same pictures, or none. */
const drawings = new Map<string, Drawn | null>();

/** The labels pages draw of a template's JSON, with its samples, at 203 dpi; so many at most. @throws LabelError */
export const sampleScenes = (content: string, most = DRAWN): Scene[] => {
  const template = parseTemplate(JSON.parse(content));
  return sampleRows(template, most).map((data) =>
    layoutLabel({
      template,
      data,
      media: { dpi: DPI },
      fonts: labelFonts(),
      rareCodes,
      at: SAMPLE_AT,
    }),
  );
};

const present = (scene: Scene): Drawing => ({
  // The page names the picture; a title inside would also show as a tooltip.
  svg: sceneToSvg(scene, { glyphs: glyphSheet() }),
  dpi: DPI,
  widthDots: scene.widthDots,
  heightDots: scene.heightDots,
  symbols: sceneSymbols(scene),
  boxes: sceneBoxes(scene),
});

type Drawn = Pick<DrawnTemplate, 'drawing' | 'moreDrawings'>;

const draw = (content: string): Drawn | null => {
  const [drawing, ...moreDrawings] = sampleScenes(content).map(present);
  return drawing ? { drawing, moreDrawings } : null;
};

/** What is stored may be older than what is refused today: it must not take the page with it. */
const drawn = (ctx: Context, { id, content }: Selectable<TemplateTable>): Drawn | null => {
  const known = drawings.get(content);
  if (known !== undefined) return known;
  let made: Drawn | null = null;
  try {
    made = draw(content);
  } catch (error) {
    ctx.log.error('a public template cannot be drawn', { template: String(id), error });
  }
  if (drawings.size >= MAX_KEPT) drawings.clear();
  drawings.set(content, made);
  return made;
};

/** The outlines these templates' drawings use, each once. */
export const listGlyphs = (templates: readonly DrawnTemplate[]): Record<string, string> => {
  const svgs = templates.flatMap(({ drawing, moreDrawings }) => [drawing, ...moreDrawings]);
  const ids = new Set(svgs.flatMap(({ svg }) => glyphIdsIn(svg)));
  const { paths } = glyphSheet();
  return Object.fromEntries([...ids].map((id) => [id, paths.get(id) ?? '']));
};

/** A public template with its samples drawn, for pages that do not load the engine; null when it cannot be drawn. */
export const presentDrawnTemplate = (
  ctx: Context,
  row: Selectable<TemplateTable>,
  softwareAlias: string,
): DrawnTemplate | null => {
  const pictures = drawn(ctx, row);
  return (
    pictures && {
      id: String(row.id),
      softwareAlias,
      name: row.name,
      category: row.category,
      widthMm: row.width / 100,
      heightMm: row.height / 100,
      content: storedTemplate(row.content),
      ...pictures,
    }
  );
};
