import type { GuidePicture } from '../guide.ts';
import {
  createFlowChartTemplate,
  createFigureTemplate,
  createTextElement,
  type Part,
} from './shapes.ts';

export const PHONE_CHAIN_PICTURE: GuidePicture = {
  template: createFlowChartTemplate([
    { name: '手机', say: '在外面：填字，点打印' },
    { name: '云标网站', say: '存下每一张，排队' },
    { name: '店里的电脑', say: '打印客户端开着' },
    { name: '打印机', say: '接在这台电脑上' },
  ]),
  alt: '从上到下四个框：手机、云标网站、店里的电脑、打印机，一个箭头接一个',
};

const CONTENT = 'https://example.com/a';
/** Sides of the two codes, mm. */
const SIDES = { small: 10, large: 20 };

const createQrElement = (xMm: number, yMm: number, sideMm: number): Part => ({
  type: 'qr',
  xMm,
  yMm,
  widthMm: sideMm,
  heightMm: sideMm,
  rotation: 0,
  content: CONTENT,
  level: 'M',
});

export const PHONE_CODE_PICTURE: GuidePicture = {
  template: createFigureTemplate(26, [
    createQrElement(2, 6, SIDES.small),
    createQrElement(20, 1, SIDES.large),
    createTextElement('10 mm', [2, 21.5, 10, 3]),
    createTextElement('20 mm', [20, 21.5, 20, 3]),
  ]),
  alt: `同一个网址的两个二维码，边长 10 mm 和 20 mm，码里是 ${CONTENT}`,
};
