import type { GuideName } from '@yunbiao/contract/site/guides';
import { DENSITY_PICTURES } from '../figures/density.ts';
import { createCalibrationPicture, SHIFT_PICTURES } from '../figures/misprint.ts';
import type { GuideHelp } from '../guide.ts';

export const MISPRINT_DENSITY: GuideHelp<GuideName> = {
  group: '哪里不对',
  summary: '先看是哪一种偏，再打印一张带尺子的量两个数。打印浓度在配置里调，一次动一点。',
  also: [
    '打印偏移',
    '打偏',
    '错位',
    '校准',
    '跑纸',
    '打印浓度',
    '打印太淡',
    '打印不清楚',
    '发虚',
    '太黑',
    '糊',
    '有白线',
  ],
  sections: [
    {
      heading: '先看是哪一种偏',
      blocks: [
        {
          kind: 'text',
          text: '同一张标签连打印几张，并排放着看。',
        },
        {
          kind: 'figure',
          caption: '三种偏法，黑块是打印上去的内容。',
          pictures: SHIFT_PICTURES,
        },
        {
          kind: 'text',
          text: '忽然错一张的，先不要校准：照[选标签纸，填对尺寸](/guide/choose-paper.html)把间隙量准，在打印机上重新测一次纸。另外两种，往下做。',
        },
      ],
    },
    {
      heading: '量两个数，让它自己改',
      blocks: [
        {
          kind: 'steps',
          items: [
            '打开[打印机配置](/user/printerCfg)，点这台打印机的**编辑**，再点**按实测校准**。',
            '点**打印一张校准标签**。它算一张标签的量。',
            '拿尺子量框的外沿，填**标签左边到框**、**标签上边到框**；**框高**和写的一样就不填。',
            '点**按这些数校准**，偏移和走纸比例就改好了。',
            '点**再打印一张看看**。框到两边的距离和框里写的一样，就准了，点**完成**；改坏了，点**撤回校准**。',
          ],
        },
        {
          kind: 'figure',
          caption: '40 × 30 mm 的纸上的校准标签，实际大小。',
          pictures: [createCalibrationPicture()],
        },
        {
          kind: 'text',
          text: '想自己填也行：**横向偏移**、**纵向偏移**正数向右、向下，偏右 0.5 mm 就填 -0.5；**走纸比例**是应该走多长除以实际走多长。',
        },
      ],
    },
    {
      heading: '太浅、太浓',
      blocks: [
        {
          kind: 'figure',
          caption: '同样的几根条和一个字，照打印头晕开的样子算出来，放大三倍。',
          pictures: DENSITY_PICTURES,
        },
        {
          kind: 'steps',
          items: [
            '在同一个配置的**出纸**里，太浅就把**打印浓度**加一点，太浓、白缝糊了就减一点；一次动一点，**保存配置**，打印一张看。',
            '还是浅，**打印速度**放慢一档；大片的黑发灰、有白道，也放慢。',
            '总在同一个地方有一道竖的白线：打印头脏了，断电，用酒精擦。',
            '浓度已经不能再减，条码还是糊：**条码收窄**写 1，黑条画窄一个点。',
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
              seen: '按实测校准点不动',
              mend: '有没有保存的修改，先**保存配置**。',
            },
            {
              seen: '没有打印浓度和打印速度',
              mend: '小票机和 IPP 打印机的浓度、速度由打印机自己定，在它的设置里改。',
            },
            {
              seen: '问有内容超出标签，仍要打印吗',
              mend: '校准把内容移出了边。点**返回修改**，在模板里把靠边的内容往里移。',
            },
            {
              seen: '只有左边或者右边糊',
              mend: '打印头没有压平，照打印机说明书调压力。',
            },
          ],
        },
      ],
    },
  ],
  related: ['choose-paper', 'unreadable-code', 'connect-printer'],
};
