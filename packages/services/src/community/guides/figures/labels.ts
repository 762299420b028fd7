import type { Template } from '@yunbiao/label';
import type { GuidePicture } from '../guide.ts';
import {
  createFigureTemplate,
  createBoxElement,
  createDashElements,
  createTextElement,
  type Part,
} from './shapes.ts';

const createCode = (content: string, heightMm: number): Part => ({
  type: 'code128',
  xMm: 2,
  yMm: 10,
  widthMm: 40,
  heightMm,
  rotation: 0,
  content,
  showText: false,
  textSizeMm: 2.5,
});

const HEIGHT_MM = 28;

type Shelf = { place: string; load: string };

const createShelfTemplate = ({ place, load }: Shelf): Template =>
  createFigureTemplate(HEIGHT_MM, [
    createTextElement(place, [2, 2, 40, 7], { sizeMm: 6, weight: 700, align: 'left' }),
    createCode(place, 12),
    createTextElement(`承重 ${load} kg`, [2, 23, 40, 3.5], { sizeMm: 3, align: 'left' }),
  ]);

/** A shelf label filled with a row. */
export const createShelfPicture = (shelf: Shelf): GuidePicture => ({
  template: createShelfTemplate(shelf),
  alt: `货位标签：${shelf.place}，承重 ${shelf.load} kg，条码里是 ${shelf.place}`,
});

/** The same label as a template, with a frame around each field. */
export const SHELF_TEMPLATE_PICTURE: GuidePicture = {
  template: createFigureTemplate(HEIGHT_MM, [
    createBoxElement([2, 2, 40, 7]),
    createTextElement('货位号', [3, 2.5, 38, 6], { sizeMm: 4, align: 'left' }),
    createBoxElement([2, 10, 40, 12]),
    createTextElement('条码：货位号', [3, 10.5, 38, 11], { sizeMm: 4 }),
    createBoxElement([2, 23, 40, 4]),
    createTextElement('承重', [3, 23.25, 38, 3.5], { sizeMm: 3, align: 'left' }),
  ]),
  alt: '同一张标签在模板里的样子：三个框，分别写着货位号、条码和承重',
};

/** The label whose paper ended: what follows the line was not printed. */
export const HALF_LABEL_PICTURE: GuidePicture = {
  template: createFigureTemplate(HEIGHT_MM, [
    createTextElement('A-03-12', [2, 2, 40, 7], { sizeMm: 6, weight: 700, align: 'left' }),
    createCode('A-03-12', 5),
    ...createDashElements(0, 16, 44),
    createTextElement('纸到这里没有了', [2, 18, 40, 4], { sizeMm: 3 }),
  ]),
  alt: '打印到一半的标签：上面有字和半截条码，虚线以下是空的',
};
