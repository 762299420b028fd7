import { expect, it } from 'vitest';
import { createFontEditionFinder } from './label-edition.ts';
import { createTextElement } from './testing/fixtures.ts';

it('finds the edition of the fonts that a label is drawn with, by what its texts show', () => {
  const find = createFontEditionFinder({
    elements: [
      createTextElement('{{品名}}'),
      { ...createTextElement('{{隐藏}}'), hidden: true },
      { ...createTextElement(''), type: 'qr', content: '{{网址}}', level: 'M' } as never,
    ],
  });
  expect(find({ 品名: '螺丝' })).toBe(1);
  expect(find({ 品名: 'Łódź' })).toBe(2);
  expect(find({ 品名: '螺丝', 网址: 'Łódź', 隐藏: 'Łódź' })).toBe(1);
  // Composed with the preceding character on the label.
  expect(find({ 品名: '\u030br' })).toBe(2);
  expect(createFontEditionFinder({ elements: [createTextElement('₽ {{品名}}')] })({})).toBe(2);
  expect(createFontEditionFinder({ elements: [createTextElement('{{Łódź}}')] })({})).toBe(1);
});
