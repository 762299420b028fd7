import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadFonts } from '../packages/label/src/font/pieces.ts';
import type { Media } from '../packages/label/src/template.ts';
import {
  readFixtureTemplate,
  readFontBytes,
  SAMPLES,
} from '../packages/label/src/testing/fixtures.ts';
import { type Label, type Outputs, listOutputs } from './support/all-outputs.ts';
import { noBrowser } from './support/browser.ts';
import { openSharedBrowser } from './support/shared-browser.ts';

const NAMES = [...SAMPLES, 'reference', 'shapes', 'images', 'table', 'text', 'vertical'];
const MEDIA: Media[] = [{ dpi: 203 }, { dpi: 300, rotation: 90 }];

/** The page's code: the complete engine, with the font files in base64. */
const ENTRY = `
import { loadFonts } from '@yunbiao/label';
import { listOutputs } from '${join(import.meta.dirname, 'support/all-outputs.ts')}';
window.labels = (labels, files) => {
  const bytes = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
  const fonts = loadFonts({ read: (file) => bytes(files[file]) });
  return labels.map((label) => listOutputs(label, fonts));
};`;

async function bundleEngine(): Promise<string> {
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

/** Node's output, and the font files it read. */
function madeHere(labels: readonly Label[]): { made: Outputs[]; files: Record<string, string> } {
  const files: Record<string, string> = {};
  const fonts = loadFonts({
    read: (file) => {
      const bytes = readFontBytes(file);
      files[file] = Buffer.from(bytes).toString('base64');
      return bytes;
    },
  });
  return { made: labels.map((label) => listOutputs(label, fonts)), files };
}

describe('the engine', () => {
  let browser: Browser | undefined;
  beforeAll(async () => {
    if (noBrowser === null) browser = await openSharedBrowser();
  });

  it('makes the same bytes in a browser as in Node, in every output', async (ctx) => {
    if (browser === undefined) {
      ctx.skip(noBrowser ?? '');
      return;
    }
    const labels = NAMES.flatMap((name) =>
      MEDIA.map((media) => ({ template: readFixtureTemplate(name), media })),
    );
    const { made, files } = madeHere(labels);
    const page = await browser.newPage();
    await page.addScriptTag({ content: await bundleEngine() });
    const there = await page.evaluate(
      ([ofLabels, ofFiles]) =>
        (
          globalThis as unknown as {
            labels: (labels: Label[], files: Record<string, string>) => Outputs[];
          }
        ).labels(ofLabels, ofFiles),
      [labels, files] as const,
    );
    expect(there).toHaveLength(made.length);
    for (const [i, here] of made.entries())
      for (const output of Object.keys(here) as (keyof Outputs)[])
        // Not `toEqual`: the difference is too long to print.
        expect(there[i]?.[output] === here[output], `${output} of ${NAMES[i >> 1]}`).toBe(true);
    expect(made.some(({ escpos }) => escpos !== '')).toBe(true);
  });
});
