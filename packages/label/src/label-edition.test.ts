import { expect, it } from 'vitest';
import { createFontEditionFinder } from './label-edition.ts';
import { textElement } from './testing/fixtures.ts';

it('finds the edition of the fonts that a label is drawn with, by what its texts show', () => {
  const find = createFontEditionFinder({
    elements: [
      textElement('{{品名}}'),
      { ...textElement('{{隐藏}}'), hidden: true },
      { ...textElement(''), type: 'qr', content: '{{网址}}', level: 'M' } as never,
    ],
  });
  expect(find({ 品名: '螺丝' })).toBe(1);
  expect(find({ 品名: 'Łódź' })).toBe(2);
  expect(find({ 品名: '螺丝', 网址: 'Łódź', 隐藏: 'Łódź' })).toBe(1);
  // Composed with the preceding character on the label.
  expect(find({ 品名: '\u030br' })).toBe(2);
  expect(createFontEditionFinder({ elements: [textElement('₽ {{品名}}')] })({})).toBe(2);
  expect(createFontEditionFinder({ elements: [textElement('{{Łódź}}')] })({})).toBe(1);
});
