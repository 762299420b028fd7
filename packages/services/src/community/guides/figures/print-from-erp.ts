import type { GuidePicture } from '../guide.ts';
import { createFlowChartTemplate } from './shapes.ts';

export const ERP_CHAIN_PICTURE: GuidePicture = {
  template: createFlowChartTemplate([
    { name: 'ERP、网店后台', say: '用密钥提交：模板、打印机、内容' },
    { name: '云标网站', say: '检查每一行，收下一批' },
    { name: '打印客户端和打印机', say: '一张一张打印' },
    { name: 'Webhook', say: '打印完了，告诉你的系统' },
  ]),
  alt: '从上到下四个框：ERP、云标网站、打印客户端和打印机、Webhook，一个箭头接一个',
};
