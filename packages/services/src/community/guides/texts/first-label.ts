import type { GuideName } from '@yunbiao/contract/site/guides';
import { createShelfPicture, SHELF_TEMPLATE_PICTURE } from '../figures/labels.ts';
import type { GuideHelp } from '../guide.ts';

export const FIRST_LABEL: GuideHelp<GuideName> = {
  group: '从头开始',
  summary: '从模板库挑一个样子，填上字，打印一张。没有打印机，用网页里的虚拟打印机也能走完。',
  also: ['快速上手', '新手教程', '怎么开始', '怎么打印标签', '第一次用', '入门'],
  sections: [
    {
      heading: '要先有什么',
      blocks: [
        {
          kind: 'text',
          text: '一个账号：点页面右上角的**登录**，切到**注册**，用户名和密码就行。看模板、画标签不用登录，打印才要。',
        },
        {
          kind: 'text',
          text: '一台接好的打印机。还没接的，先看[选打印机，接上来](/guide/connect-printer.html)；没有的也不要紧，下面用虚拟打印机。',
        },
      ],
    },
    {
      heading: '挑一个样子',
      blocks: [
        {
          kind: 'steps',
          items: [
            '打开[模板库](/tools/temp)，按分类找，或者在**搜索模板**里写尺寸，比如 40×30。先挑和手里的标签纸一样大的。',
            '点那一张，它在[标签设计器](/tools/design-new.html)里打开。图 1 左边这样的框，就是要填的栏。',
            '字的大小、位置想改就改；改过的点**保存**，以后在[我的模板](/tools/temp?own=1)里。',
            '点右上角的**打印**，到[立即打印](/user/print)。',
          ],
        },
        {
          kind: 'figure',
          caption: '同一个模板：栏留着位置，填了字就成了标签。',
          pictures: [
            { ...SHELF_TEMPLATE_PICTURE, note: '模板：框里写着从哪一栏来' },
            { ...createShelfPicture({ place: 'A-03-12', load: '200' }), note: '填好的一张' },
          ],
        },
      ],
    },
    {
      heading: '填字，打印出来',
      blocks: [
        {
          kind: 'steps',
          items: [
            '**打印机配置**里选一台。一台都没有的，点**用虚拟打印机试打印**，马上就有。',
            '**内容**里留在**填一张**，一栏一栏填。右边的**预览**跟着变：屏幕上一个点，就是打印头的一个点。',
            '看预览下面写的：有条码的，要写着**可扫，余量大**。',
            '点**打印**，按钮上写着几张。右边出现**批次**，一个格子是一张，涂满就是打印出来了，有凭据。',
            '用虚拟打印机的，标签从格子下面的纸卷里出来。纸卷旁边能抽走纸、打开盖子，看网站怎么说。',
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
              seen: '写着模板比标签纸大，打印不全',
              mend: '模板和纸不是一个尺寸。换一个模板，或者照[选标签纸，填对尺寸](/guide/choose-paper.html)改配置。',
            },
            {
              seen: '栏下面说字缩小了、放不下',
              mend: '把字写短；或者回设计器把那个框拉大。',
            },
            {
              seen: '预览下面写着扫不出',
              mend: '照[条码扫不出来](/guide/unreadable-code.html)改好再打印，打印出来也扫不动。',
            },
            {
              seen: '格子一直空着，不动',
              mend: '打印机缺纸，或者那台电脑没有开。看[缺纸、离线，不确定是否已打印](/guide/paper-out-offline.html)。',
            },
            {
              seen: '写着已送达，不是已打印',
              mend: '打印机收完了，可它说不出打印完没有。看一眼纸就行，不用再打印。',
            },
            {
              seen: '打印出来了，偏了、浅了',
              mend: '看[打印偏了，太浅或太浓](/guide/misprint-density.html)。',
            },
          ],
        },
      ],
    },
  ],
  related: ['connect-printer', 'excel-batch', 'choose-paper'],
};
