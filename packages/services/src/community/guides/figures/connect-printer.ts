import { createPrinterTestTemplate } from '@yunbiao/label/indicator-label';
import type { GuidePicture } from '../guide.ts';
import { createFlowChartTemplate, FIGURE_WIDTH_MM } from './shapes.ts';

export const CHAIN_PICTURE: GuidePicture = {
  template: createFlowChartTemplate([
    { name: '浏览器', say: '在哪里都行，填好标签' },
    { name: '云标网站', say: '存下每一张，排队' },
    { name: '打印客户端', say: '装在连着打印机的电脑上' },
    { name: '打印机', say: '网线、USB 或打印队列' },
  ]),
  alt: '从上到下四个框：浏览器、云标网站、打印客户端、打印机，一个箭头接一个',
};

/** The label that 打印一张测试标签 prints on a printer of 203 dpi. */
export const TEST_LABEL_PICTURE: GuidePicture = {
  template: createPrinterTestTemplate({
    language: 'TSPL',
    dpi: 203,
    widthMm: FIGURE_WIDTH_MM,
    heightMm: 24,
  }),
  alt: '测试标签：第一行写着 TSPL 203，下面三根横条，旁边写着 203、300、600',
};
