import { readFileSync, writeFileSync } from 'node:fs';
import {
  layoutLabel,
  loadFonts,
  buildSampleLabelData,
  sceneToSvg,
  type Template,
} from '@yunbiao/label';
import { expect, it } from 'vitest';

const ROOT = new URL('../../../../../', import.meta.url);
const fonts = loadFonts({
  read: (file) => readFileSync(new URL(`packages/label/fonts/${file}`, ROOT)),
});
const { template } = JSON.parse(
  readFileSync(new URL('packages/label/templates/shelf.json', ROOT), 'utf8'),
) as { template: Template };

/**
 * Update the files after an intended change of the label:
 *
 * UPDATE_LABEL_FIXTURES=1 npx vitest run apps/site/src/shell/error/error-labels.test.ts
 */
it.each(['A-03-09', 'A-03-11'])(
  'the error page shows shelf label %s as the engine draws it',
  (place) => {
    const data = buildSampleLabelData(template, 9).find((row) => row['货位'] === place) ?? {};
    const scene = layoutLabel({ template, data, media: { dpi: 203 }, fonts });
    // The page supplies the white background, so that dark mode can dim it.
    const svg = `${sceneToSvg(scene).replace(/<path fill="#fff"[^>]*\/>/, '')}\n`;
    const file = new URL(`shelf-${place.toLowerCase()}.svg`, import.meta.url);
    if (process.env['UPDATE_LABEL_FIXTURES'] === '1') writeFileSync(file, svg);
    expect(readFileSync(file, 'utf8')).toBe(svg);
  },
);
