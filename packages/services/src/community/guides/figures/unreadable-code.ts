import type { GuidePicture } from '../guide.ts';
import { createFigureTemplate, createBoxElement, createTextElement, type Part } from './shapes.ts';

const HEIGHT_MM = 15;
const CONTENT = 'A-03-12';

const drawCode = (xMm: number, widthMm: number): Part => ({
  type: 'code128',
  xMm,
  yMm: 1.5,
  widthMm,
  heightMm: 12,
  rotation: 0,
  content: CONTENT,
  showText: false,
  textSizeMm: 2.5,
});

const createCodePicture = (alt: string, note: string, parts: readonly Part[]): GuidePicture => ({
  template: createFigureTemplate(HEIGHT_MM, parts),
  alt: `${alt}，码里是 ${CONTENT}`,
  note,
});

/** The same content drawn well and badly. A test compares the notes with the grades on screen. */
export const CODE_PICTURES: readonly GuidePicture[] = [
  createCodePicture('窄条 2 点宽、两边留着空白的条码', '可扫，余量大：窄条 2 点，0.25 mm', [
    drawCode(2, 40),
  ]),
  createCodePicture('挤在一半地方的条码', '可扫，刚好：窄条只有 1 点，0.13 mm', [drawCode(12, 20)]),
  createCodePicture('左边挨着一块黑的条码', '扫不出：四周要空白的地方有别的内容', [
    drawCode(2, 40),
    createBoxElement([2, 1.5, 5.75, 12], 0),
  ]),
  createCodePicture('被一行字盖住的条码', '扫不出：被别的内容盖住了一部分', [
    drawCode(2, 40),
    createTextElement('新到', [14, 1.5, 16, 12], { sizeMm: 5, weight: 700, inverse: true }),
  ]),
];
