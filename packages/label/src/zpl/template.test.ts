import { describe, expect, it } from 'vitest';
import { bitmapToZpl } from '../language/zpl-bytes.ts';
import { layoutLabel } from '../layout/layout.ts';
import { RARE_ENCODERS } from '../rare-encoders.ts';
import { rasterizeScene } from '../raster/rasterize.ts';
import type { Bitmap } from '../raster/bitmap.ts';
import { buildSampleData } from '../placeholders.ts';
import { deflate, readFixtureTemplate, getLayout, testFonts } from '../testing/fixtures.ts';
import type { Dpi, Template } from '../template.ts';
import { drawZpl } from './draw/draw.ts';
import { measureInkBox, getStream } from './testing/drawing.ts';
import { limits } from './testing/template-limits.ts';
import { buildTemplateFromZpl } from './template/template.ts';

const fonts = testFonts();

/** The first label of a stream, as the printer draws it and as its template is drawn. */
function getBoth(source: string | Uint8Array, dpi: Dpi = 203) {
  const { labels, lines } = getStream(source, dpi);
  const [label] = labels;
  if (label === undefined) throw new Error('no label');
  const { template, notices } = buildTemplateFromZpl(label, { fonts, lines, limits, deflate });
  if (template === undefined) throw new Error(notices[0]?.message);
  const { bitmap } = drawZpl(label, { fonts, lines });
  const told = notices.map(({ message }) => message);
  return { template, printed: bitmap, ours: drawnBy(template, dpi), told };
}

function drawnBy(template: Template, dpi: Dpi): Bitmap {
  const rareCodes = () => RARE_ENCODERS;
  const data = buildSampleData(template);
  return rasterizeScene(layoutLabel({ template, data, media: { dpi }, fonts, rareCodes }));
}

const countDifferingDots = (a: Bitmap, b: Bitmap): number => {
  let dots = 0;
  for (const [i, byte] of a.data.entries())
    for (let left = byte ^ (b.data[i] ?? 0); left > 0; left &= left - 1) dots += 1;
  return dots;
};

const listTypes = ({ elements }: Template): string[] => elements.map(({ type }) => type);

describe('a template of a label', () => {
  it.each([203, 300, 600] as const)(
    'has its codes, boxes and lines on the very dots at %i dpi',
    (dpi) => {
      const [w, h] = [Math.round(dpi * 3), Math.round(dpi * 2)];
      const module = Math.ceil(dpi / 100);
      const source = `^XA^PW${w}^LL${h}^FO20,10^GB300,200,4^FS^FO30,30^GB100,60,60^FS^FO20,230^GB300,0,3^FS
^FO400,20^GE120,80,5^FS^BY${module}^FO60,300^BCN,${dpi / 2},N,N,N,A^FDYN12345678^FS
^FO420,${dpi}^BQN,2,${module}^FDMA,https://yunbiao.example^FS^FO60,${dpi + 110}^BXN,${module * 2},200^FDDATA^FS^XZ`;
      const { template, printed, ours, told } = getBoth(source, dpi);
      expect(told).toEqual([]);
      expect(listTypes(template)).toEqual([
        'rect',
        'rect',
        'rect',
        'ellipse',
        'code128',
        'qr',
        'datamatrix',
      ]);
      // The ring of an ellipse may differ by rounding.
      expect(countDifferingDots(printed, ours)).toBeLessThan(60);
      const withoutEllipse = getBoth(source.replace(/\^FO400,20.*?\^FS/, ''), dpi);
      expect(countDifferingDots(withoutEllipse.printed, withoutEllipse.ours)).toBe(0);
    },
  );

  it('keeps pictures dot for dot, our own labels among them', () => {
    const label = readFixtureTemplate('waybill');
    const bitmap = rasterizeScene(getLayout(label, buildSampleData(label)));
    const { template, ours } = getBoth(bitmapToZpl(bitmap));
    expect(listTypes(template)).toEqual(['image']);
    expect(ours).toEqual(bitmap);
    const logo = '^GFA,6,6,1,FF81818181FF^FS';
    const two = getBoth(`~DGR:L.GRF,6,1,FF81818181FF^XA^FO8,8${logo}^FO99,50^XGR:L.GRF,2,2^FS^XZ`);
    expect(two.template.images).toHaveLength(2);
    expect(countDifferingDots(two.printed, two.ours)).toBe(0);
  });

  it('has texts as large, as wide and on the same lines', () => {
    for (const text of [
      '^FO40,40^A0N,50,40^FDGranola Bar 12^FS',
      '^FT400,200^A0B,40,40^FDUpwards^FS',
      '^FO40,40^A0R,30,30^FDDown^FS',
      '^FT300,200^A0I,40,30^FDTurned^FS',
      '^CI28^FO40,40^A@N,40,40,E:SONG.TTF^FD云南小粒咖啡^FS',
      '^FO40,40^A0N,30,30^FB300,3,5,C^FDone two three four five six seven^FS',
      '^FO40,40^ADN,36,20^FDFixed 42^FS',
    ]) {
      const { printed, ours, told } = getBoth(`^XA${text}^XZ`);
      expect(told).toEqual([]);
      const [a, b] = [measureInkBox(printed), measureInkBox(ours)];
      a.forEach((edge, i) => expect(Math.abs(edge - (b[i] ?? 0))).toBeLessThanOrEqual(12));
    }
  });

  it('has white text on black, and what is cut out of black as a picture', () => {
    const box = '^FO20,20^GB300,100,100^FS';
    const { template, printed, ours } = getBoth(
      `^XA${box}^FO40,40^A0N,50,50^FR^FDSALE^FS^FO40,150^A0N,50,50^FR^FDplain^FS^XZ`,
    );
    expect(template.elements.map((element) => 'inverse' in element)).toEqual([false, true, false]);
    expect(countDifferingDots(printed, ours)).toBeLessThan(1500);
    const cut = getBoth(`^XA${box}^FO40,40^GB50,50,50,W^FS^FO150,40^FR^GB300,9,9^FS^XZ`);
    expect(listTypes(cut.template)).toEqual(['image']);
    expect(countDifferingDots(cut.printed, cut.ours)).toBe(0);
  });

  it('is turned with the label', () => {
    const { printed, ours } = getBoth(
      '^XA^POI^FO20,30^GB100,50,5^FS^BY2^FO60,120^BCN,60,N^FDABC^FS^FO300,40^GFA,6,6,1,FF81818181FF^FS^XZ',
    );
    expect(countDifferingDots(printed, ours)).toBeLessThan(1);
  });
});

describe('what a template says', () => {
  const listContents = ({ elements }: Template): string[] =>
    elements.flatMap((element) => ('content' in element ? [element.content] : []));

  it('has fields for numbered values, and goes on counting', () => {
    const { template } = getBoth(
      '^XA^DFE:F^FS^FO9,9^A0N,20,20^FN1^FS^FO9,40^BQN,2,4^FN2^FS^FO9,200^A0N,20,20^FN1^FS^XZ' +
        '^XA^XFE:F^FS^FN1^FDApple^FS^FN2^FDQA,12^FS^FO200,9^A0N,20,20^SNBOX-007A,2,Y^FS^XZ',
    );
    expect(listContents(template)).toEqual(['{{FN1}}', '{{FN2}}', '{{FN1}}', 'BOX-{{流水号1}}A']);
    expect(template.fields.map(({ name, sample }) => [name, sample])).toEqual([
      ['FN1', 'Apple'],
      ['FN2', '12'],
      ['流水号1', '007'],
    ]);
    expect(template.fields[2]?.serial).toMatchObject({ start: 7, step: 2, width: 3 });
  });

  it('has GS1 in brackets, and other contents as they are', () => {
    const { template, told } = getBoth(
      '^XA^BY2^FO30,20^BCN,60,N^FD>;>8010952123454321315261231^FS^FO30,90^BCN,60,N^FD>;>89912^FS' +
        '^FO20,170^BXN,6,200,,,,_^FD_1010952123454321310AB^FS^FO250,170^BQN,2,4^FDHM,N0123,Aabc^FS^XZ',
    );
    expect(listContents(template)).toEqual([
      '(01)09521234543213(15)261231',
      '(99)12',
      '(01)09521234543213(10)AB',
      '0123abc',
    ]);
    expect(told).toEqual([]);
    const wrong = getBoth('^XA^FO30,20^BY2^BCN,60,N^FD>;>80000^FS^XZ');
    expect(listTypes(wrong.template)).toEqual(['image']);
    expect(wrong.told[0]).toContain('不是规范的 GS1 内容');
  });

  it('has full ASCII of Code 39, and its pairs as they are where they are written out', () => {
    const { template, told } = getBoth(
      '^XA^BY1^FO20,20^B3N,Y,60,N^FD+$ab-1$B-$^FS^FO20,120^B3N,N,60,N^FDA+$+A$M-$^FS^XZ',
    );
    const [written, pairs] = template.elements;
    expect(pairs).toMatchObject({ type: 'code39', content: 'A+$+A$M-$' });
    expect(pairs).not.toHaveProperty('fullAscii');
    expect(written?.type).toBe('image');
    expect(told[0]).toContain('看不见的字符');
    const plain = getBoth('^XA^BY1^FO20,20^B3N,Y,60,N^FD+$ab-1-$^FS^XZ');
    const code = { type: 'code39', content: 'ab-1', fullAscii: true, withCheck: true };
    expect(plain.template.elements).toMatchObject([code]);
    expect(plain.told.join()).toContain('扫描枪要一直打开');
  });

  it('keeps as a picture what no element of ours says, and says so', () => {
    const { template, told, printed, ours } = getBoth(
      '^XA^BY2^FO20,20^B2N,60,N^FD1234^FS^BY1^FO20,120^BCN,10,N^FDlow^FS^FO230,60^BD4^FDMaxi^FS^XZ',
    );
    expect(listTypes(template)).toEqual(['image', 'image', 'image']);
    expect(countDifferingDots(printed, ours)).toBe(0);
    expect(told[0]).toContain('25 码没有对应的元素');
    expect(told.join()).toContain('MaxiCode 没有对应的元素');
    const addOn = getBoth('^XA^BY2^FO20,60^BSN,60^FD12^FS^XZ');
    expect(listTypes(addOn.template)).toEqual(['image']);
    expect(countDifferingDots(addOn.printed, addOn.ours)).toBe(0);
  });

  it('takes braces for what they are', () => {
    const { template } = getBoth('^XA^FO20,20^A0N,30,30^FD{{x}}^FS^XZ');
    expect(listContents(template)[0]).not.toContain('{{');
    expect(template.fields).toEqual([]);
  });

  it('is none of a label that is too large for templates', () => {
    const { labels, lines } = getStream('^XA^PW2000^FDa^FS^XZ');
    const [label] = labels;
    const made = label && buildTemplateFromZpl(label, { fonts, lines, limits, deflate });
    expect(made?.template).toBeUndefined();
    expect(made?.notices[0]?.message).toContain('这张是 250 × 40 mm');
  });
});
