import type { GuideName } from '@yunbiao/contract/site/guides';
import { CODE_PICTURES } from '../figures/unreadable-code.ts';
import type { GuideHelp } from '../guide.ts';

export const UNREADABLE_CODE: GuideHelp<GuideName> = {
  group: '哪里不对',
  summary: '先看预览说扫不扫得出、为什么；屏幕上行、纸上不行的，再查浓度、缩放和扫描枪。',
  also: [
    '条码扫不出',
    '二维码扫不了',
    '扫码枪没反应',
    '读不出',
    '静区',
    '窄条',
    '码太密',
    '条码太小',
    '扫描不了',
  ],
  sections: [
    {
      heading: '预览已经说了',
      blocks: [
        {
          kind: 'text',
          text: '在[立即打印](/user/print)的预览下面、[标签设计器](/tools/design-new.html)里选中那个码，都写着读出来没有：照打印头晕开、拿远了的样子，用解码器真读一遍。它说的是画出来的点，不是纸上的，也不是检测机构的等级。',
        },
        {
          kind: 'figure',
          caption: '同一个货位号的四种画法，203 dpi，下面是预览写的话。',
          pictures: CODE_PICTURES,
        },
      ],
    },
    {
      heading: '写着扫不出、刚好可扫的',
      blocks: [
        {
          kind: 'steps',
          items: [
            '看写的原因。**窄条**只有 1 点、请加大的：把码的框拉宽，拉到写着**余量大**。203 dpi 的打印头，窄条要 2 点，0.25 mm。',
            '四周要空白的：把旁边的字、线、框移开。条码两边要留 10 条窄条那么宽，二维码四周留 4 格，就是属性里写的**静区**。',
            '太靠近标签边缘的：往里移，纸走偏一点也不会切到它。',
            '标签就这么大、拉不宽的：内容写短，去掉网址里多余的部分；或者换一种码，[条码与元素手册](/tools/codes)里写着每种最小打印多大。',
            '写着没有画出来的：内容不对，比如商品码里有字母、位数不够，照提醒改。',
          ],
        },
      ],
    },
    {
      heading: '屏幕上行，纸上不行',
      blocks: [
        {
          kind: 'steps',
          items: [
            '对着光看：黑条粘在一起，**打印浓度**减一点；条里有白点，加一点，擦打印头。见[打印偏了，太浅或太浓](/guide/misprint-density.html)。',
            '减到底还粘：在[打印机配置](/user/printerCfg)里把**条码收窄**写 1。',
            '**导出 PDF** 用别的软件打印的，打印对话框里的缩放选 100%，不要“适合页面”。从云标直接打印的不会被缩放。',
            '换一支扫描枪、换手机试。只有一条红线的激光扫描枪扫不了二维码；有的扫描枪要扫一下说明书上的码，才认某一种条码。',
            '贴在瓶子上的：条码的条横着绕，码太宽会弯过去；换小一点的码。',
          ],
        },
      ],
    },
    {
      heading: '看到的不一样',
      blocks: [
        {
          kind: 'cases',
          items: [
            {
              seen: '扫出来的和填的不一样',
              mend: '内容两头有看不见的字符，或者商品码自己补了校验位，预览下面会说。',
            },
            {
              seen: '写着有码没读',
              mend: '码太大，或者读码的程序没有取到。刷新页面再看；它只影响提醒，不影响打印。',
            },
            {
              seen: '商品码收银台不认',
              mend: '号要先向编码中心申请；尺寸也有要求，见 [EAN-13](/tools/codes/ean13.html)。',
            },
          ],
        },
      ],
    },
  ],
  related: ['misprint-density', 'choose-paper', 'excel-batch'],
};
