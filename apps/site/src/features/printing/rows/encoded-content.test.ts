import { readFileSync } from 'node:fs';
import type { Template } from '@yunbiao/label';
import { describe, expect, it } from 'vitest';
import { describeEncodedContent } from './encoded-content.ts';

const readSample = (name: string): Template => {
  const file = new URL(`../../../../../../packages/label/templates/${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(file, 'utf8')) as { template: Template }).template;
};

describe('what a scanner reads of a field', () => {
  it('is said at the fields of the samples that are in a code', () => {
    const tag = readSample('price-tag');
    expect(describeEncodedContent(tag, '货号')).toBe('条码和二维码里就是这一栏');
    expect(describeEncodedContent(tag, '品名')).toBe('');
    expect(describeEncodedContent(readSample('shelf'), '货位')).toBe('二维码和条码里就是这一栏');
    expect(describeEncodedContent(readSample('food'), '货号')).toBe('条码里就是这一栏');
    expect(describeEncodedContent(readSample('waybill'), '运单号')).toBe(
      '条码和二维码里就是这一栏',
    );
  });
  it('is the whole content where the field is a part of it', () => {
    const template = readSample('shelf');
    const elements = template.elements
      .filter(({ type }) => type !== 'qr')
      .map((element) =>
        element.type === 'code128'
          ? { ...element, content: 'https://a.test/{{ 货位 }}?k={{库区}}' }
          : element,
      );
    expect(describeEncodedContent({ ...template, elements }, '货位')).toBe(
      '条码里是 https://a.test/〔货位〕?k=〔库区〕',
    );
  });
});

describe('the samples', () => {
  it.each(['price-tag', 'shelf', 'waybill'])(
    'of %s send nobody who scans them to an address',
    (name) => {
      for (const element of readSample(name).elements)
        if ('content' in element) expect(element.content).not.toMatch(/https?:|www\.|\.(cn|com)\b/);
    },
  );
});
