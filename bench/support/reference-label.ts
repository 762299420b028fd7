import { readFileSync } from 'node:fs';
import { layoutLabel, loadFonts } from '@yunbiao/label';
import type { LabelData, Scene, Template } from '@yunbiao/label';

const CHARACTERS = Array.from(
  '云南小粒咖啡豆深度烘焙山东寿光西红柿内蒙古风干牛肉阳澄湖大闸蟹新疆和田红枣安溪铁观音',
);
/** Values of the reference label; no two are alike. */
export function getData(i: number): LabelData {
  const words = Array.from(
    { length: 6 },
    (_, j) => CHARACTERS[(i * 7 + j * (1 + (i % 5))) % CHARACTERS.length],
  ).join('');
  const code = `YN${String(i * 7919 + 1).padStart(10, '0')}`;
  return {
    品名: `${words} Arabica`,
    说明: `净含量 ${100 + (i % 900)} g · 深度烘焙`,
    批次: `批次 2026-0518-${String(i % 10_000).padStart(4, '0')}`,
    编码: code,
    链接: `https://yunbiao.example/t/${code}?from=label`,
  };
}

const file = new URL('../../fixtures/labels/reference.json', import.meta.url);
const { template } = JSON.parse(readFileSync(file, 'utf8')) as { template: Template };
const fonts = loadFonts({
  read: (name) => readFileSync(new URL(`../../packages/label/fonts/${name}`, import.meta.url)),
});
/** The reference label with the values of `i`: 60 × 40 mm at 203 dpi, laid out. */
export const layoutReference = (i: number): Scene =>
  layoutLabel({ template, data: getData(i), media: { dpi: 203 }, fonts });
