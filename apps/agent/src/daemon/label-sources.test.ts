import { MAX_CACHED_TEMPLATES } from '@yunbiao/contract/gateway/gateway';
import type { Lease } from '@yunbiao/contract/gateway/gateway';
import { getFontsDigest } from '@yunbiao/label/verify-font';
import { drawZpl, readZpl } from '@yunbiao/label/zpl';
import { expect, it } from 'vitest';
import { getLabelFonts } from '../render/prepare.ts';
import { createDefaultSetup } from '../render/default-setup.ts';
import { createLabelSourceCache } from './label-sources.ts';

const getLease = (templateKey: string): Lease => ({
  detailId: '1',
  attempt: 1,
  localId: 'p1',
  batchNo: 'B1',
  sequence: 1,
  copy: 1,
  fence: 1,
  templateKey,
  data: { 品名: '苹果' },
  expiresAt: 0,
});

const SETUP = createDefaultSetup({ language: 'zpl', dpi: 203, widthMm: 50, heightMm: 30 });
const ZPL = { language: 'zpl', graphics: 'z64' } as const;
const TEMPLATE = { version: 1, widthMm: 50, heightMm: 30, fields: [], elements: [] };

/** Circles: their graphic is shorter when compressed. */
const FRAMED = {
  ...TEMPLATE,
  elements: [5, 12, 19].map((xMm, i) => ({
    type: 'ellipse',
    id: String(i),
    xMm,
    yMm: 4,
    widthMm: 20,
    heightMm: 20,
    rotation: 0,
    lineMm: 0.5,
  })),
};

it('refuses a label for a printer that was given another language since', () => {
  const sources = createLabelSourceCache();
  sources.store({ type: 'template', key: 'zpl', template: TEMPLATE, setup: SETUP });
  const lease = getLease('zpl');
  sources.attach(lease);
  expect(sources.prepare(lease, [lease], ZPL).ok).toBe(true);
  expect(sources.prepare(lease, [lease], { ...ZPL, language: 'tspl' })).toEqual({
    ok: false,
    reason: '打印机换了语言，这张标签还是按原来的语言发的；改好打印机配置再重新打印',
  });
});

it('draws nothing with other fonts than the label was accepted with', () => {
  const sources = createLabelSourceCache();
  const template = { type: 'template', template: TEMPLATE, setup: SETUP } as const;
  sources.store({ ...template, key: 'same', fonts: getFontsDigest(1) });
  sources.store({ ...template, key: 'other', fonts: 'f'.repeat(64) });
  const [same, other] = [getLease('same'), getLease('other')];
  sources.attach(same);
  sources.attach(other);
  expect(sources.prepare(same, [same], ZPL).ok).toBe(true);
  expect(sources.prepare(other, [other], ZPL)).toMatchObject({
    ok: false,
    reason: expect.stringContaining('字体和这批标签提交时的不一样'),
  });
});

it('writes the graphics of a label as its printer reads them', () => {
  const sources = createLabelSourceCache();
  sources.store({ type: 'template', key: 'zpl', template: FRAMED, setup: SETUP });
  const lease = getLease('zpl');
  sources.attach(lease);
  const prepareForGraphics = (graphics: 'z64' | 'ascii') => {
    const label = sources.prepare(lease, [lease], { ...ZPL, graphics });
    if (!label.ok) return expect.unreachable();
    const { labels, lines } = readZpl(label.bytes, { dpi: 203, widthDots: 400, heightDots: 240 });
    const [first] = labels;
    if (first === undefined) return expect.unreachable();
    const text = Buffer.from(label.bytes).toString('latin1');
    return { text, bitmap: drawZpl(first, { fonts: getLabelFonts(), lines }).bitmap };
  };
  const [packed, digits] = [prepareForGraphics('z64'), prepareForGraphics('ascii')];
  expect(packed.text).toContain(':Z64:');
  expect(digits.text).not.toContain('Z64');
  expect(digits.bitmap).toEqual(packed.bitmap);
});

it('remembers the newest templates of a connection only, and each as long as a label needs it', () => {
  const sources = createLabelSourceCache();
  const storeTemplate = (key: string, more: object = {}): void =>
    sources.store({
      type: 'template',
      key,
      template: { ...TEMPLATE, ...more },
      setup: SETUP,
    });
  const isKnown = (lease: Lease): boolean => {
    sources.attach(lease);
    return sources.prepare(lease, [lease], ZPL).ok;
  };
  storeTemplate('first');
  const early = getLease('first');
  expect(isKnown(early)).toBe(true);
  for (let i = 1; i < MAX_CACHED_TEMPLATES; i += 1) storeTemplate(String(i));
  expect(isKnown(getLease('first'))).toBe(true);
  storeTemplate('one more');
  expect(isKnown(getLease('first'))).toBe(false);
  expect(isKnown(getLease('1'))).toBe(true);
  expect(sources.prepare(early, [early], ZPL).ok).toBe(true);
  // A template that cannot be read takes a place in the cache, too, as on the server. A template
  // that is sent again becomes the newest.
  storeTemplate('later', { newPart: true });
  expect(isKnown(getLease('later'))).toBe(false);
  expect(isKnown(getLease('1'))).toBe(false);
  storeTemplate('2');
  storeTemplate('last');
  expect(isKnown(getLease('2'))).toBe(true);
  expect(isKnown(getLease('3'))).toBe(false);
});
