import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type CallOutput, parseTemplate } from '@yunbiao/contract';
import type { Selectable, TemplateTable } from '@yunbiao/db';
import {
  type Fonts,
  layoutLabel,
  loadFont,
  sampleData,
  type Scene,
  sceneSymbols,
  sceneToSvg,
} from '@yunbiao/label';

type DrawnTemplate = CallOutput<'siteIndex'>['templates'][number];

const require = createRequire(import.meta.url);
let fonts: Fonts | undefined;

/** The two weights, read once a process. */
export const labelFonts = (): Fonts => {
  const load = (weight: 400 | 700) =>
    loadFont(readFileSync(require.resolve(`@yunbiao/label/fonts/yunbiao-sans-sc-${weight}.ttf`)));
  fonts ??= { 400: load(400), 700: load(700) };
  return fonts;
};

const DPI = 203;
const MAX_KEPT = 200;
/** Drawings by template content: drawing the same sample again gives the same picture. */
const drawings = new Map<string, DrawnTemplate['drawing']>();

/** The label of a template's JSON with its sample values, at 203 dpi. @throws LabelError */
export const sampleScene = (content: string): Scene => {
  const template = parseTemplate(JSON.parse(content));
  return layoutLabel({
    template,
    data: sampleData(template),
    media: { dpi: DPI },
    fonts: labelFonts(),
  });
};

const draw = (content: string): DrawnTemplate['drawing'] => {
  const known = drawings.get(content);
  if (known) return known;
  const scene = sampleScene(content);
  const drawing = {
    // The page names the picture; a title inside would also show as a tooltip.
    svg: sceneToSvg(scene),
    dpi: DPI,
    widthDots: scene.widthDots,
    heightDots: scene.heightDots,
    symbols: sceneSymbols(scene),
  };
  if (drawings.size >= MAX_KEPT) drawings.clear();
  drawings.set(content, drawing);
  return drawing;
};

/** A public template with its sample drawn, for pages that do not load the engine. */
export const presentDrawnTemplate = (
  row: Selectable<TemplateTable>,
  softwareAlias: string,
): DrawnTemplate => ({
  id: String(row.id),
  softwareAlias,
  name: row.name,
  category: row.category,
  widthMm: row.width / 100,
  heightMm: row.height / 100,
  content: JSON.parse(row.content) as unknown,
  drawing: draw(row.content),
});
