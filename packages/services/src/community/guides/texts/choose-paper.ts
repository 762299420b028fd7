import type { GuideName } from '@yunbiao/contract/site/guides';
import { PAPER_PICTURES } from '../figures/choose-paper.ts';
import type { GuideHelp } from '../guide.ts';

export const CHOOSE_PAPER: GuideHelp<GuideName> = {
  group: '从头开始',
  summary: '认出手里是哪种纸，量三个数，填进打印机配置。填对了，内容才落在标签上，不会跨到缝上。',
  also: [
    '标签纸尺寸',
    '间隙',
    '黑标',
    '连续纸',
    '多列',
    '一排几张',
    '热敏纸',
    '碳带',
    '不干胶',
    '纸张设置',
  ],
  sections: [
    {
      heading: '手里是哪种纸',
      blocks: [
        {
          kind: 'figure',
          caption: '四种卷纸，按 1 : 2 画的。单位是 mm。',
          pictures: PAPER_PICTURES,
        },
        {
          kind: 'text',
          text: '另看一下要不要碳带：热敏纸指甲一划就黑，不用碳带，晒久了会褪色；铜版纸、合成纸划不黑，要装碳带。这一项在打印机上设，云标不管。',
        },
      ],
    },
    {
      heading: '量三个数',
      blocks: [
        {
          kind: 'table',
          head: ['量什么', '怎么量', '填在哪一栏'],
          rows: [
            ['宽', '一张标签的左边到右边，不算底纸', '宽'],
            ['高', '一张的上边到下边；连续纸是想要的长度', '高'],
            ['缝，或者黑块的高', '上一张的下边到下一张的上边，多是 2 或 3', '间隙，黑标纸是黑标高'],
          ],
        },
        {
          kind: 'text',
          text: '一排几张的，宽和高量其中一张，再数**列数**、量两张之间的**列间距**。打印头要比一整排宽。小票机 80 mm 的纸最宽打印 72 mm，58 mm 的纸最宽打印 48 mm。',
        },
      ],
    },
    {
      heading: '填进打印机配置',
      blocks: [
        {
          kind: 'steps',
          items: [
            '打开[打印机配置](/user/printerCfg)，点这台打印机的**编辑**；换了一种纸，点**新建配置**另存一个，以后换回来不用重填。',
            '在**标签纸**里填**宽**、**高**，选**纸的种类**：**间隙纸**、**黑标纸**或**连续纸**，再填**间隙**。',
            '**出纸方式**：一张张撕的选**撕纸**，有剥离器的选**剥纸**，有切刀的选**切纸**；拿不准就用**打印机自己定**。',
            '点**保存配置**。',
            '打印机上按说明书重新测一次纸，它会走几张空白。',
            '在[立即打印](/user/print)打印一张看看。',
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
              seen: '说模板比标签纸大，打印不全',
              mend: '换一个和纸一样大的模板，或者装大一点的纸，再改配置。',
            },
            {
              seen: '问用这么大的纸打印小标签吗',
              mend: '打印得下，多出来的空着。不对就先改配置里的宽和高。',
            },
            {
              seen: '内容跨在缝上，一张打印到两张上',
              mend: '高或者间隙填得不对，或者换纸以后没有重新测纸。',
            },
            {
              seen: '没有间隙这一栏',
              mend: '这台打印机是小票机，或者纸在打印机那边设，页面上写着。',
            },
            {
              seen: '还是偏一点',
              mend: '纸选对了再校准：[打印偏了，太浅或太浓](/guide/misprint-density.html)。',
            },
          ],
        },
      ],
    },
  ],
  related: ['misprint-density', 'connect-printer', 'first-label'],
};
