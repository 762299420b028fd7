import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { deflateSync } from 'node:zlib';
import { loadFonts } from '@yunbiao/label';
import { readZpl, buildTemplateFromZpl } from '@yunbiao/label/zpl';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseTemplate } from './template.ts';
import { ZPL_TEMPLATE_LIMITS } from './zpl-template.ts';
import { rounds } from '../../../../scripts/vitest/rounds.ts';

const require = createRequire(import.meta.url);
const fonts = loadFonts({
  read: (file) => readFileSync(require.resolve(`@yunbiao/label/fonts/${file}`)),
});
const deflate = (bytes: Uint8Array, level: number): Uint8Array => deflateSync(bytes, { level });

const size = fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 32_000 }));
const at = fc
  .tuple(fc.constantFrom('FO', 'FT'), size, size)
  .map(([how, x, y]) => `^${how}${x},${y}`);
const turn = fc.constantFrom('N', 'R', 'I', 'B');
const figure = fc.oneof(
  fc.tuple(turn, size, size).map(([way, h, w]) => `^A0${way},${h},${w}^FDText {{a}} 1^FN2`),
  fc.tuple(turn, size).map(([way, h]) => `^AD${way},${h}^FB200,3,2,J,5^FDone\\&two^SF%,1`),
  fc
    .tuple(turn, fc.integer({ min: 1, max: 10 }), size)
    .map(([way, w, h]) => `^BY${w}^BC${way},${h}^FD>:A1`),
  fc.tuple(turn, size).map(([way, h]) => `^BE${way},${h}^FD69012`),
  fc.tuple(turn, size).map(([way, h]) => `^B3${way},Y,${h},Y,Y^FDA-1`),
  fc.integer({ min: 1, max: 100 }).map((module) => `^BQN,2,${module}^FDQA,{{x}}`),
  fc.tuple(turn, size).map(([way, module]) => `^BX${way},${module},200^FDAB`),
  fc.tuple(turn, fc.nat(30)).map(([way, columns]) => `^B7${way},4,2,${columns},,Y^FDAB`),
  fc.tuple(size, size, size, fc.nat(8)).map(([w, h, t, r]) => `^GB${w},${h},${t},B,${r}`),
  fc.tuple(size, size, size).map(([w, h, t]) => `^GD${w},${h},${t}`),
  fc.tuple(size, size).map(([d, t]) => `^GC${d},${t},W`),
  fc.constant('^GFA,6,6,1,FF81818181FF'),
  fc.constant('^SN007,3,Y'),
);
const field = fc
  .tuple(at, fc.constantFrom('', '^FR'), figure)
  .map((parts) => `${parts.join('')}^FS`);

it('whatever a label of a printer has, its template is one that is stored', () => {
  fc.assert(
    fc.property(
      fc.array(field, { minLength: 1, maxLength: 10 }),
      fc.constantFrom('', '^POI', '^LH40,40', '^LS999'),
      fc.constantFrom(203, 300, 600),
      (fields, head, dpi) => {
        const source = `^XA^PW480^LL320${head}${fields.join('')}^XZ`;
        const { labels, lines } = readZpl(source, { dpi, widthDots: 480, heightDots: 320 });
        for (const label of labels) {
          const { template } = buildTemplateFromZpl(label, {
            fonts,
            lines,
            limits: ZPL_TEMPLATE_LIMITS,
            deflate,
          });
          if (template !== undefined) expect(parseTemplate(template)).toEqual(template);
        }
      },
    ),
    {
      numRuns: rounds(80),
      // A larger corner radius than templates allow.
      examples: [[['^FO0,0^GB0,0,2700,B,7^FS'], '', 300]],
    },
  );
});
