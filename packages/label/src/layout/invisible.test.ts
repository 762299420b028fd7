import { describe, expect, it } from 'vitest';
import {
  getLayout,
  createCode128Element,
  createQrElement,
  getTemplate,
} from '../testing/fixtures.ts';
import type { TemplateElement } from '../template.ts';

const FIELDS = [{ name: 'v', label: '货号', sample: '1' }];
const layOut = (element: TemplateElement, value: string) =>
  getLayout(
    { ...getTemplate([element], { widthMm: 100, heightMm: 60 }), fields: FIELDS },
    { v: value },
    { dpi: 203 },
  );
const box = { xMm: 5, yMm: 5, widthMm: 90, heightMm: 40 };
const code128 = createCode128Element('{{v}}', box);
const qr = createQrElement('{{v}}', { xMm: 5, yMm: 5, widthMm: 45, heightMm: 45 });
const gs1 = { ...code128, type: 'gs1-128' as const };
const ends = ['\t', '\r\n', '\u200b', '\ufeff', '\u00a0', '\u200e', '\u202a', '\u2028', ' \t\n'];

describe('invisible characters in a code', () => {
  it.each(ends)('are left out at its ends, and told: %j', (end) => {
    for (const element of [code128, qr]) {
      const { codes, warnings } = layOut(element, `${end}6901234567892${end}`);
      expect(codes.map(({ content }) => content.trim())).toEqual(['6901234567892']);
      expect(warnings).toMatchObject([{ code: 'code-trimmed', level: 'warning' }]);
    }
  });

  it.each(['\t', '\u200b', '\ufeff', '\u00a0', '\u200e', '\u2028'])(
    'are refused within it, with their place and name: %j',
    (character) => {
      for (const element of [code128, qr]) {
        const { codes, warnings } = layOut(element, `69012${character}34`);
        expect(codes).toEqual([]);
        expect(warnings).toMatchObject([{ code: 'code-not-encodable', level: 'error' }]);
        expect(warnings[0]?.message).toContain('第 6 个字符是看不见的');
      }
    },
  );

  it('are line ends where they part lines of a QR code, and nowhere else', () => {
    const card = 'BEGIN:VCARD\r\nFN:王\nEND:VCARD';
    expect(layOut(qr, card)).toMatchObject({ codes: [{ content: card }], warnings: [] });
    expect(layOut(code128, 'a\nb').warnings).toMatchObject([{ code: 'code-not-encodable' }]);
    expect(layOut(qr, '👩\u200d👧').warnings).toEqual([]);
  });

  it('are none where GS1 parts its elements', () => {
    expect(layOut(qr, '0109521234543213\u001d10A').warnings).toEqual([]);
    expect(layOut(gs1, '(01)09521234543213(10)AB').warnings).toEqual([]);
  });

  it('alone are nothing: a field left blank', () => {
    expect(layOut(code128, '\t\u200b').warnings).toMatchObject([{ code: 'code-empty' }]);
  });
});

describe('a code of twelve digits', () => {
  const ean = { ...code128, type: 'ean13' as const };

  it('is told where it may be thirteen that lost their zero', () => {
    const { codes, warnings } = layOut(ean, '614141999996');
    expect(codes).toHaveLength(1);
    expect(warnings).toMatchObject([{ code: 'code-ambiguous', level: 'warning' }]);
    expect(warnings[0]?.message).toContain('0614141999996');
    expect(warnings[0]?.message).toContain('6141419999968');
  });

  it.each(['690123456789', '0614141999996', '6141419999968'])(
    'is not where it cannot: %s',
    (digits) => {
      expect(layOut(ean, digits).warnings).toEqual([]);
    },
  );
});
