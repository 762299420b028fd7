import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { CallOutput } from '@yunbiao/contract';
import type { Font, Fonts, Template } from '@yunbiao/label';
import {
  LabelError,
  layoutLabel,
  loadFont,
  sampleData,
  sceneSymbols,
  sceneToSvg,
} from '@yunbiao/label';

export type Drawing = CallOutput<'siteIndex'>['templates'][number]['drawing'];

/** Public pages show labels at one screen pixel a dot of the commonest head. */
const DPI = 203;
/** Templates kept drawn; a drawing is some tens of kB. */
const KEPT = 200;

const { resolve } = createRequire(import.meta.url);

const readFont = async (weight: 400 | 700): Promise<Font> =>
  loadFont(await readFile(resolve(`@yunbiao/label/fonts/yunbiao-sans-sc-${weight}.ttf`)));

let fonts: Promise<Fonts> | undefined;

/** Read once a process, at the first label drawn. A failure is not kept: the next caller tries again. */
const loadFonts = (): Promise<Fonts> => {
  fonts ??= Promise.all([readFont(400), readFont(700)]).then(([regular, bold]) => ({
    400: regular,
    700: bold,
  }));
  fonts.catch(() => (fonts = undefined));
  return fonts;
};

const drawn = new Map<string, Drawing | null>();

const draw = (template: Template, all: Fonts): Drawing | null => {
  try {
    const scene = layoutLabel({
      template,
      data: sampleData(template),
      media: { dpi: DPI },
      fonts: all,
    });
    const { dpi, widthDots, heightDots } = scene;
    return { svg: sceneToSvg(scene), dpi, widthDots, heightDots, symbols: sceneSymbols(scene) };
  } catch (error) {
    if (error instanceof LabelError) return null;
    throw error;
  }
};

/**
 * A template with its sample values as SVG, for pages that show it without the engine; null when it cannot be drawn.
 * Kept in this process by id and time of change, so a page costs no drawing.
 *
 * @param sample.updatedAt epoch ms
 */
export const drawSample = async (sample: {
  id: number;
  updatedAt: number;
  content: Template;
}): Promise<Drawing | null> => {
  const key = `${sample.id}:${sample.updatedAt}`;
  const kept = drawn.get(key);
  if (kept !== undefined) return kept;
  const drawing = draw(sample.content, await loadFonts());
  drawn.set(key, drawing);
  const oldest = drawn.size > KEPT ? drawn.keys().next().value : undefined;
  if (oldest !== undefined) drawn.delete(oldest);
  return drawing;
};
