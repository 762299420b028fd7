import type { Browser, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildSampleData } from '../packages/label/src/placeholders.ts';
import { sceneToSvg } from '../packages/label/src/output/svg.ts';
import { listSceneSymbols } from '../packages/label/src/output/symbols.ts';
import { isBlackDot } from '../packages/label/src/raster/bitmap.ts';
import { rasterizeScene } from '../packages/label/src/raster/rasterize.ts';
import type { Scene } from '../packages/label/src/scene.ts';
import type { Dpi, Rotation } from '../packages/label/src/template.ts';
import { readFixtureTemplate, getLayout, DRAWN } from '../packages/label/src/testing/fixtures.ts';
import { decodePng, type GreyImage } from '../packages/label/src/testing/png.ts';
import { listStrays } from '../packages/label/src/testing/poppler.ts';
import { noBrowser } from './support/browser.ts';
import { openSharedBrowser } from './support/shared-browser.ts';

const ROTATIONS = [0, 90, 180, 270] as const;

const layOutSample = (name: string, dpi: Dpi, rotation: Rotation): Scene => {
  const template = readFixtureTemplate(name);
  return getLayout(template, buildSampleData(template), { dpi, rotation });
};

describe('an SVG drawn by Chromium, a pixel a dot', () => {
  let browser: Browser | undefined;
  let page: Page;

  beforeAll(async () => {
    if (noBrowser !== null) return;
    browser = await openSharedBrowser();
    page = await browser.newPage({ deviceScaleFactor: 1 });
  });
  beforeEach((ctx) => {
    if (noBrowser !== null) ctx.skip(noBrowser);
  });

  const renderSvg = async (scene: Scene): Promise<GreyImage> => {
    const { widthDots: width, heightDots: height } = scene;
    await page.setViewportSize({ width, height });
    const svg = sceneToSvg(scene).replace('<svg', `<svg width="${width}" height="${height}"`);
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
    return decodePng(await page.screenshot({ clip: { x: 0, y: 0, width, height } }));
  };

  /** Differences up to one dot at edges; codes match exactly. */
  const expectDrawn = async (scene: Scene, name: string): Promise<void> => {
    const [bitmap, picture] = [rasterizeScene(scene), await renderSvg(scene)];
    expect(listStrays(bitmap, picture), name).toEqual([]);
    let wrong = 0;
    for (const { box } of listSceneSymbols(scene))
      for (let y = box.y0; y < box.y1; y += 1)
        for (let x = box.x0; x < box.x1; x += 1)
          if (isBlackDot(bitmap, x, y) !== (picture.grey[y * picture.width + x] ?? 0) < 128)
            wrong += 1;
    expect(wrong, `codes of ${name}`).toBe(0);
  };

  it.each(ROTATIONS)('is the sample labels at 203 dpi, turned by %i', async (rotation) => {
    for (const name of DRAWN) await expectDrawn(layOutSample(name, 203, rotation), name);
  });

  it('is the sample labels at 300 dpi, turned one way or another', async () => {
    for (const [i, name] of DRAWN.entries())
      await expectDrawn(layOutSample(name, 300, ROTATIONS[i % 4] ?? 0), name);
  });

  it('is a label at 600 dpi, turned by any quarter', async () => {
    for (const rotation of ROTATIONS)
      await expectDrawn(layOutSample('price-tag', 600, rotation), `price-tag, ${rotation}`);
  });
});
