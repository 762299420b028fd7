import type { SampleForum } from './forum-shapes.ts';

export const YUNBIAO_FORUM: SampleForum = {
  groups: [
    { name: '打印机与客户端', description: '配对、连接、走纸、不出纸' },
    { name: '模板与排版', description: '毫米、字段、条码和二维码' },
    { name: '数据与导出', description: 'Excel、明细、统计' },
    { name: '会员与额度', description: '方案、额度、发票' },
  ],
  posts: [
    {
      group: 0,
      by: 'staff',
      title: '提问前先看：说清这四样，答得更快',
      content:
        '为了少来回问几次，提问时请带上：\n\n1. **打印机型号和分辨率**，例如 203 dpi\n2. **标签纸**的宽、高和间隙，单位毫米\n3. 明细里那张标签的**状态和原因**，照抄就行\n4. 拍一张**打印出来的样子**\n\n请不要贴收件人的姓名和电话。',
      daysAgo: 60,
      pinned: true,
      likes: ['fruit', 'metal', 'paper'],
      replies: [
        {
          by: 'metal',
          content: '照这个发的，半小时就有人回，赞一个。',
          after: 30,
          likes: ['staff'],
        },
      ],
    },
    {
      group: 0,
      by: 'fruit',
      title: '每隔几张就多走一张空白标签',
      content:
        '40 × 30 的热敏纸，打印价签，连着打印的时候每三四张就**空走一张**。\n\n- 打印机 203 dpi，网线接的\n- 单张打印没事，一批就这样',
      daysAgo: 3,
      likes: ['paper', 'tea', 'metal', 'station'],
      replies: [
        {
          by: 'staff',
          content:
            '多半是间隙没学准。按这个顺序试：\n\n1. 装好纸，按住走纸键让打印机**校准一次**（型号不同，按法看它的说明书）\n2. 打印机配置里把**间隙**填成实际值，用尺子量，常见是 2 mm\n3. 标签高度量**一张纸本身**，不要把间隙算进去\n\n第 3 条最常见：30 mm 的纸填成 32，几张之后就错过一道缝。',
          after: 2,
          accepted: true,
          likes: ['fruit', 'paper', 'tea', 'metal'],
        },
        {
          by: 'fruit',
          content: '就是第 3 条，高度填成 32 了。改回 30 连续打印五十张都正常，谢谢！',
          after: 5,
          to: 0,
        },
        { by: 'paper', content: '我也是这样，收藏了。', after: 20, likes: ['fruit'] },
      ],
    },
    {
      group: 0,
      by: 'metal',
      title: '明细里“待确认”是什么意思，打印了没有？',
      content:
        '中午路由器重启了一下，有一张货位标签变成**待确认**，后面的都打印完成了。这一张算打印了还是没打印？会不会自己重新打印？',
      daysAgo: 9,
      likes: ['depot', 'fruit'],
      replies: [
        {
          by: 'staff',
          content:
            '“待确认”就是：字节发出去了，断线前没来得及等到打印机的回话，所以**是否已打印我们不知道**。\n\n> 拿不准的时候，我们不会自己重新打印。\n\n去机器旁看一眼：打印了就点 **已打印**，没打印就点 **重新打印**，只补这一张，编号不变。',
          after: 1,
          accepted: true,
          likes: ['metal', 'depot', 'station'],
        },
        { by: 'depot', content: '宁可停下来问，比多打印一张贴错强。', after: 4, to: 0 },
      ],
    },
    {
      group: 1,
      by: 'paper',
      title: '文具小标签上的二维码扫不出来',
      content:
        '25 × 15 mm 的小标签，二维码里放商品链接，手机要凑很近还经常扫不出。是打印机不行吗？',
      daysAgo: 14,
      likes: ['fruit'],
      replies: [
        {
          by: 'staff',
          content:
            '先看预览里每个小格占几个点。203 dpi 一毫米约 8 个点，格子只有 2 个点的时候，热头稍微晕开就糊。\n\n| 办法 | 效果 |\n| --- | --- |\n| 链接换短的 | 格子变少，每格变大 |\n| 二维码放大 | 每格多一个点就稳很多 |\n| 四周留白 | 至少 4 个格子宽 |\n| 浓度调低一档 | 黑格不往外晕 |\n\n一般每格 **4 个点**以上就好扫。',
          after: 3,
          accepted: true,
          likes: ['paper', 'tea'],
        },
        { by: 'paper', content: '链接从 60 多个字符换成 20 个，一扫就有。', after: 26, to: 0 },
      ],
    },
    {
      group: 1,
      by: 'tea',
      title: '茶名里的生僻字会不会打印成方块？',
      content: '有一款茶叫“龘香”，别的软件打印出来是方块。云标这边要不要另外装字体？',
      daysAgo: 21,
      likes: ['fruit'],
      replies: [
        {
          by: 'staff',
          content:
            '文字是按字形画成点再发给打印机的，**和打印机里有没有字库无关**。预览里看得到的字，打印出来就是那样；字体里没有的字，预览会直接提示，不会悄悄变成方块。',
          after: 6,
          likes: ['tea'],
        },
        { by: 'tea', content: '明白了，先看预览。', after: 8, to: 0 },
      ],
    },
    {
      group: 1,
      by: 'fruit',
      title: '价签的价格怎么右对齐，小数点还能对齐？',
      content: '价格有 `3.5` 也有 `128.00`，想让它们靠右排整齐。',
      daysAgo: 1,
      replies: [
        {
          by: 'paper',
          content: '我是在表里先统一成两位小数，右对齐以后小数点自然就齐了。',
          after: 7,
          likes: ['fruit'],
        },
      ],
    },
    {
      group: 2,
      by: 'metal',
      title: '货号前面的 0 导出以后还在吗？',
      content: '我们货号像 `00123`，以前导出成 Excel 就剩 `123`，对账很头疼。',
      daysAgo: 30,
      likes: ['depot', 'tea'],
      replies: [
        {
          by: 'staff',
          content: '在。导出的 Excel 里，标签内容按**文本**写，`00123` 打开还是 `00123`。',
          after: 2,
          accepted: true,
          likes: ['metal'],
        },
        { by: 'metal', content: '导了一份，确实都在。', after: 3, to: 0 },
      ],
    },
    {
      group: 2,
      by: 'depot',
      title: '网断的时候点了两次打印，会打印双份吗？',
      content: '页面转圈，我怕没提交上又点了一次。',
      daysAgo: 12,
      likes: ['metal', 'station', 'tea'],
      replies: [
        {
          by: 'staff',
          content:
            '不会。同一次提交带着同一个编号，第二次到了只会拿到第一次的结果，**不会多一批**。',
          after: 1,
          accepted: true,
          likes: ['depot', 'metal'],
        },
      ],
    },
    {
      group: 2,
      by: 'station',
      title: '能按打印机分别看一个月打印了多少吗？',
      content: '门口一台，库房一台，想分开看用量。',
      daysAgo: 6,
      replies: [
        {
          by: 'metal',
          content: '打印统计里可以选打印机和日期，筛好再导出就行。',
          after: 5,
          likes: ['station'],
        },
        { by: 'station', content: '找到了，谢谢。', after: 6, to: 0 },
      ],
    },
    {
      group: 3,
      by: 'tea',
      title: '打印坏的、取消的标签占不占额度？',
      content: '免费方案每月有张数，试纸的时候取消了好几批，担心都算进去了。',
      daysAgo: 18,
      likes: ['fruit'],
      replies: [
        {
          by: 'staff',
          content:
            '失败、取消、过期的**不算**，当场退回额度。一批超过剩余张数时，整批不收，不会打印到一半停下。',
          after: 2,
          accepted: true,
          likes: ['tea', 'fruit'],
        },
      ],
    },
    {
      group: 0,
      by: 'station',
      title: '配对码过期了怎么办？',
      content: '客户端上的 8 位码放了一会儿，再输就说过期。',
      daysAgo: 2,
      replies: [],
    },
    {
      group: 1,
      by: 'metal',
      title: '一张纸横着两列小标签，模板按一列画还是两列画？',
      content: '卷纸上并排两张 30 × 20 的小标签，中间有缝。',
      daysAgo: 0.5,
      replies: [],
    },
  ],
};
