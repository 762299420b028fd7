import type { GuideName } from '@yunbiao/contract/site/guides';
import { CHAIN_PICTURE, TEST_LABEL_PICTURE } from '../figures/connect-printer.ts';
import type { GuideHelp } from '../guide.ts';

export const CONNECT_PRINTER: GuideHelp<GuideName> = {
  group: '从头开始',
  summary: '哪种打印机能用，客户端装在哪台电脑上，怎么让网站找到它、认出它说什么语言。',
  also: [
    '打印机型号',
    '连接打印机',
    '装驱动',
    '配对',
    '添加打印机',
    '找不到打印机',
    'ZPL',
    'TSPL',
    'ESC/POS',
    '斑马',
    '小票机',
  ],
  sections: [
    {
      heading: '哪种能用',
      blocks: [
        {
          kind: 'table',
          head: ['打印机', '怎么认', '要知道的'],
          rows: [
            [
              '标签机，会 ZPL 或 TSPL',
              '说明书、自检页上写着',
              '最合适：纸、浓度、速度都能在网站上设',
            ],
            ['小票机，会 ESC/POS', '打印收银小票的那种', '最宽打印 72 mm，不找标签之间的缝'],
            ['IPP 打印机', '多数能联网的办公打印机', '一张标签一页，纸在打印机那边设'],
            ['只会 Windows 驱动的', '不写打印语言', '用不了'],
          ],
        },
        {
          kind: 'text',
          text: '网线、打印队列都行，USB 直接接的要在 Linux 上；Windows 上的 USB 打印机先装成打印队列，它自己也要会上面的语言。云标照厂商的手册写，没有在真的打印机上试过：买以前先打印一张测试标签看看。',
        },
        {
          kind: 'figure',
          caption: '标签走的路。浏览器不直接连打印机，所以在外地也能打印。',
          pictures: [CHAIN_PICTURE],
        },
      ],
    },
    {
      heading: '装客户端，配对',
      blocks: [
        {
          kind: 'steps',
          items: [
            '在连着打印机的那台电脑上打开[下载](/download)，下载它的系统的客户端。',
            '双击打开。Windows 可能提示“已保护你的电脑”：先照下载页核对 SHA-256，一致再选“更多信息 → 仍要运行”。',
            '浏览器自己打开配对页。核对电脑名，点**是我的，配对**。没有打开的，在[授权客户端](/user/auth)点**添加客户端**，填它显示的 8 位配对码。',
          ],
        },
      ],
    },
    {
      heading: '让它认出打印机',
      blocks: [
        {
          kind: 'steps',
          items: [
            '在[授权客户端](/user/auth)看**发现的打印机**。没有的：打印机开机、接好线，点**重新查找**。',
            '找到的那一台，点**使用**，填标签纸的宽和高。',
            '点**打印一张测试标签**。什么都没打印、打印出一串乱码，换一种**打印语言**再打印一张。',
            '字认得出来了，拿尺子量三根横条：正好 10 mm 的那一根旁边写多少，**分辨率**就选多少。40 mm 以下的纸上是 5 mm，页面上写着。',
            '别的软件不用这台打印机的，**谁用它**选**只有云标**：断线时待确认的少一些。',
            '点**使用**，配置一起建好了。再点**去校准**，量两个数，以后位置就准了。',
          ],
        },
        {
          kind: 'figure',
          caption: '一台 203 dpi 的打印机打印出的测试标签，实际大小：写着 203 的横条正好 10 mm。',
          pictures: [TEST_LABEL_PICTURE],
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
              seen: '一直没有找到',
              mend: '电脑和打印机要在同一个网里。还不行，点**输入网络地址**，再到那台电脑上打开一次客户端，确认是你的打印机。',
            },
            {
              seen: '写着连不上打印机',
              mend: '看电源和网线。打印机换了地址的，在**发现的打印机**里点**换到这里**。',
            },
            {
              seen: '写着打印机从来没有回答过状态',
              mend: '多半是打印语言选错了，或者缺纸、开着盖。处理好，重新打开那台电脑上的客户端。',
            },
            {
              seen: '配对码过期了',
              mend: '在那台电脑上重新打开客户端，用新的码。',
            },
            {
              seen: '还没有买打印机',
              mend: '点**用虚拟打印机试打印**，全程走一遍再决定。',
            },
          ],
        },
      ],
    },
  ],
  related: ['choose-paper', 'misprint-density', 'paper-out-offline'],
};
