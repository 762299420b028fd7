import type { GuideName } from '@yunbiao/contract/site/guides';
import { createShelfPicture, HALF_LABEL_PICTURE } from '../figures/labels.ts';
import { CELLS_PICTURE } from '../figures/states.ts';
import type { GuideHelp } from '../guide.ts';

export const PAPER_OUT_OFFLINE: GuideHelp<GuideName> = {
  group: '哪里不对',
  summary:
    '标签不会丢，也不会自己重新打印。装好纸、连上线它继续打印；说不准的那一张，你看一眼来定。',
  also: [
    '缺纸',
    '离线',
    '打印机不动',
    '卡纸',
    '缺碳带',
    '开盖',
    '待确认',
    '断网',
    '断电',
    '打印机没反应',
    '连不上打印机',
    '漏打印',
    '重复打印',
  ],
  sections: [
    {
      heading: '停下来的时候',
      blocks: [
        {
          kind: 'figure',
          caption: '一批十二张，打印到第五张没有纸了。前四张有凭据，第五张说不准，后面的等待打印。',
          pictures: [CELLS_PICTURE],
        },
        {
          kind: 'text',
          text: '在[立即打印](/user/print)的批次里，打印机旁边写着为什么停。处理好，它自己继续打印，不用再点。不想等的，点**取消没打印的**。',
        },
      ],
    },
    {
      heading: '缺纸、卡纸、开盖',
      blocks: [
        {
          kind: 'steps',
          items: [
            '照写的原因处理：装纸、装碳带、取出卡住的纸、合上盖子。纸要贴着导轨。',
            '按打印机上的继续键；换了一种纸的，先重新测一次纸。',
            '过一会儿状态变成**空闲**或**正在打印**，剩下的接着出来。',
            '写着**出纸口有打印好的没取走**的，把标签撕下来就行。',
          ],
        },
      ],
    },
    {
      heading: '离线',
      blocks: [
        {
          kind: 'steps',
          items: [
            '打开[授权客户端](/user/auth)，看是客户端离线，还是只有打印机离线。',
            '客户端离线：那台电脑要开着、连着网、没有睡眠。再打开一次客户端，能看它的状态。写着已停用的，点**启用**。',
            '只有打印机离线：看电源和线；写着连不上、打印机换了地址的，在**发现的打印机**里点**换到这里**。',
            '打印时不想等：先打印也行，24 小时内上线就打印；过了就变成已过期，额度退回，第二天不会冒出昨天的标签。',
          ],
        },
      ],
    },
    {
      heading: '待确认：你看一眼来定',
      blocks: [
        {
          kind: 'figure',
          caption: '停下那一刻正在打印的那一张，可能是整张，也可能是半张。',
          pictures: [
            {
              ...createShelfPicture({ place: 'A-03-12', load: '200' }),
              note: '纸卷上有，打印完整了：有，已打印',
            },
            { ...HALF_LABEL_PICTURE, note: '只有半张：撕掉它，再点没有，重新打印' },
          ],
        },
        {
          kind: 'steps',
          items: [
            '点**去确认**，页面上画着是哪一张。',
            '看出纸口和纸卷：有完整的一张，点**有，已打印**；没有，或者只有半张，点**没有，重新打印**。',
            '一次好几张的：**全部打印出来了**、**都没有打印，重新打印**，或者**逐张选择**，勾上纸卷上有的。',
            '重新打印的排在后面，序号还是它自己的，不会和别的重号。',
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
              seen: '写着未应答',
              mend: '有的打印机缺纸、开盖时不回话。先看纸和盖子，再看线。',
            },
            {
              seen: '常常断，活又急',
              mend: '有两台以上的，在[打印机配置](/user/printerCfg)里**新建打印机组**：一台停了，肯定没打印的转到下一台。',
            },
            {
              seen: '想先看看停了是什么样',
              mend: '用虚拟打印机，纸卷旁边有**抽走纸**、**打开盖子**、**拔掉网线**。',
            },
            {
              seen: '要查哪一张到底打印没打印',
              mend: '在[标签明细](/user/printStatDetail)里按内容、状态找，写着凭什么这么说。',
            },
          ],
        },
      ],
    },
  ],
  related: ['connect-printer', 'misprint-density', 'phone'],
};
