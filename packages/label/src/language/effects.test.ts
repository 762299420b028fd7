import { expect, it } from 'vitest';
import { createBitmap } from '../raster/bitmap.ts';
import { type EffectTable, indexEffectsByCommand } from './effects.ts';
import { escpos } from './escpos.ts';
import { ESCPOS_EFFECTS } from './escpos-effects.ts';
import type { JobSettings } from './language.ts';
import { tspl } from './tspl.ts';
import { TSPL_EFFECTS } from './tspl-effects.ts';
import { zpl } from './zpl.ts';
import { ZPL_EFFECTS } from './zpl-effects.ts';

const settings: JobSettings = {
  dpi: 203,
  widthMm: 60,
  heightMm: 40,
  media: 'gap',
  gapMm: 2,
  finishing: 'printer',
  darkness: 8,
  speed: 4,
};
const bitmap = createBitmap(16, 3);
bitmap.data.fill(255);
const TABLES: [string, EffectTable, typeof zpl][] = [
  ['ZPL', ZPL_EFFECTS, zpl],
  ['TSPL', TSPL_EFFECTS, tspl],
  ['ESC/POS', ESCPOS_EFFECTS, escpos],
];

/**
 * The command in our labels that ends another command's effect, where it is a different command.
 */
const OVER: Readonly<Record<string, string>> = { BLINE: 'GAP' };
const DRAWN = TSPL_EFFECTS.find(({ commands }) => commands.startsWith('TEXT '));

it.each(TABLES)(
  '%s: every label of ours says what another label may have set',
  (_, table, language) => {
    const said = Buffer.from(language.encodeJob(bitmap, settings)).toString('latin1');
    for (const effect of table.filter(({ duration }) => duration === 'told')) {
      if (effect.reset !== undefined) expect(said).toContain(effect.reset);
      else if (effect === DRAWN) expect(said).toContain('CLS');
      else if (language !== escpos)
        for (const name of effect.commands.split(' ')) expect(said).toContain(OVER[name] ?? name);
    }
  },
);

it.each(TABLES)('%s: each command stands in the table once', (_, table) => {
  const names = table.flatMap(({ commands }) => commands.split(' '));
  expect(new Set(names).size).toBe(names.length);
  expect(indexEffectsByCommand(table).size).toBe(names.length);
});
