import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadFonts } from '../packages/label/src/font/pieces.ts';
import { layoutLabel } from '../packages/label/src/layout/layout.ts';
import { bitmapToZpl } from '../packages/label/src/language/zpl-bytes.ts';
import { sceneToSvg } from '../packages/label/src/output/svg.ts';
import { sampleData } from '../packages/label/src/placeholders.ts';
import { rasterize } from '../packages/label/src/raster/rasterize.ts';
import type { Media, Template } from '../packages/label/src/template.ts';
import { fixtureTemplate, fontBytes, SAMPLES } from '../packages/label/src/testing/fixtures.ts';
import { noBrowser, openBrowser } from './support/browser.ts';

const NAMES = [...SAMPLES, 'reference', 'shapes', 'images', 'table', 'text', 'vertical'];
const MEDIA: Media[] = [{ dpi: 203 }, { dpi: 300, rotation: 90 }];

type Label = { template: Template; media: Media };
type Made = { zpl: string; svg: string };

/** What the page runs: the engine whole, and font files as they were handed to it, in base64. */
const ENTRY = `
import { bitmapToZpl, layoutLabel, loadFonts, rasterize, sampleData, sceneToSvg } from '@yunbiao/label';
window.labels = (labels, files) => {
  const bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const fonts = loadFonts({ read: (file) => bytes(files[file]) });
  return labels.map(({ template, media }) => {
    const scene = layoutLabel({ template, data: sampleData(template), media, fonts });
    return { zpl: new TextDecoder('latin1').decode(bitmapToZpl(rasterize(scene))), svg: sceneToSvg(scene) };
  });
};`;

async function bundled(): Promise<string> {
  const entry = 'virtual:engine.js';
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    root: join(import.meta.dirname, '..'),
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? ENTRY : null),
      },
    ],
    build: { write: false, rolldownOptions: { input: entry, output: { format: 'iife' } } },
  });
  const [output] = [made].flat();
  const chunks = output && 'output' in output ? output.output : [];
  return chunks.map((chunk) => (chunk.type === 'chunk' ? chunk.code : '')).join('');
}

/** What Node makes of them, and the font files it read. */
function madeHere(labels: readonly Label[]): { made: Made[]; files: Record<string, string> } {
  const files: Record<string, string> = {};
  const fonts = loadFonts({
    read: (file) => {
      const bytes = fontBytes(file);
      files[file] = Buffer.from(bytes).toString('base64');
      return bytes;
    },
  });
  const made = labels.map(({ template, media }) => {
    const scene = layoutLabel({ template, data: sampleData(template), media, fonts });
    const zpl = Buffer.from(bitmapToZpl(rasterize(scene))).toString('latin1');
    return { zpl, svg: sceneToSvg(scene) };
  });
  return { made, files };
}

describe('the engine', () => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (noBrowser === null) browser = await openBrowser();
  });
  afterAll(() => browser?.close());

  it('makes the same bytes in a browser as in Node', async (ctx) => {
    if (browser === undefined) {
      ctx.skip(noBrowser ?? '');
      return;
    }
    const labels = NAMES.flatMap((name) =>
      MEDIA.map((media) => ({ template: fixtureTemplate(name), media })),
    );
    const { made, files } = madeHere(labels);
    const page = await browser.newPage();
    await page.addScriptTag({ content: await bundled() });
    const there = await page.evaluate(
      ([ofLabels, ofFiles]) =>
        (
          globalThis as unknown as {
            labels: (labels: Label[], files: Record<string, string>) => Made[];
          }
        ).labels(ofLabels, ofFiles),
      [labels, files] as const,
    );
    for (const [i, name] of NAMES.entries())
      for (const j of [0, 1]) expect(there[2 * i + j], name).toEqual(made[2 * i + j]);
  });
});
