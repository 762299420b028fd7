import type { SampleForum } from './forum-shapes.ts';

export const MIANDAN_FORUM: SampleForum = {
  groups: [
    { name: '面单打印', description: '走纸、清晰度、补打印' },
    { name: '发货台', description: '多台电脑、多台打印机' },
    { name: '收件信息', description: '地址、生僻字、隐私' },
    { name: '会员与额度', description: '方案、额度、发票' },
  ],
  posts: [
    {
      group: 2,
      by: 'staff',
      title: '发图之前，请先遮住收件人的信息',
      content:
        '问答谁都看得到。贴面单照片之前，请遮住**姓名、电话、地址和运单号**；没遮的图，我们看到会先隐藏，遮好再发就行。',
      daysAgo: 80,
      pinned: true,
      likes: ['depot', 'station'],
      replies: [],
    },
    {
      group: 0,
      by: 'depot',
      title: '大促前怎么试打印，不占真单？',
      content: '想在大促前把三台机器都试一遍，又不想弄乱真实的单子。',
      daysAgo: 5,
      likes: ['station', 'fruit', 'metal'],
      replies: [
        {
          by: 'staff',
          content:
            '用模板自带的示例内容打印就行，和真单分开一批：\n\n1. 每台机器选对应的打印机配置\n2. 份数填 1，打印一张\n3. 看条码两边留白、底边有没有被裁\n\n试打印的批次在记录里可以收起来，统计里照样看得到。',
          after: 3,
          accepted: true,
          likes: ['depot', 'station', 'fruit'],
        },
        { by: 'depot', content: '三台都过了一遍，有一台浓度太淡，提前发现了。', after: 28, to: 0 },
      ],
    },
    {
      group: 0,
      by: 'station',
      title: '面单条码扫描枪要扫好几次',
      content: '76 × 130 的纸，203 dpi，条码看着清楚，扫描枪就是不灵。',
      daysAgo: 11,
      likes: ['depot', 'fruit'],
      replies: [
        {
          by: 'staff',
          content:
            '先看两样：\n\n- **两边留白**：条码左右各要留 10 个窄条的宽度，别让文字或边框挤进去\n- **浓度**：太浓窄条会连在一起，调低一两档后重试\n\n如果是竖着走纸的条码，热头上有一个坏点就会断一条线，换个方向能看出来。',
          after: 2,
          accepted: true,
          likes: ['station', 'depot'],
        },
        { by: 'station', content: '浓度从 20 调到 14，一扫一个。', after: 9, to: 0 },
        {
          by: 'metal',
          content: '顺便用酒精棉擦擦热头，我这边擦完也好多了。',
          after: 15,
          likes: ['station'],
        },
      ],
    },
    {
      group: 1,
      by: 'depot',
      title: '两个发货台能不能各打印各的，不串单？',
      content: '两台电脑、两台打印机，怕 A 台点的跑到 B 台打印。',
      daysAgo: 16,
      likes: ['station'],
      replies: [
        {
          by: 'staff',
          content:
            '每台电脑装一个客户端、各自配对，打印机配置里选的是**哪台电脑的哪台打印机**。提交时选哪个配置就去哪台，各排各的队。',
          after: 4,
          accepted: true,
          likes: ['depot'],
        },
      ],
    },
    {
      group: 1,
      by: 'fruit',
      title: '打印机关机了，单子会丢吗？',
      content: '早上忘了开打印机，已经提交了二十多单。',
      daysAgo: 8,
      likes: ['depot', 'tea'],
      replies: [
        {
          by: 'staff',
          content:
            '不会丢，在排队。开机以后继续打印；超过 24 小时没发出去的会**过期**，不会第二天一开机突然打印一堆旧单。',
          after: 1,
          accepted: true,
          likes: ['fruit', 'depot', 'tea'],
        },
        { by: 'fruit', content: '开机就出来了，二十三张一张不少。', after: 2, to: 0 },
      ],
    },
    {
      group: 2,
      by: 'tea',
      title: '地址太长，第三行被截掉了',
      content: '乡镇加村加门牌，五十多个字，最后几个字看不见。',
      daysAgo: 4,
      replies: [
        {
          by: 'staff',
          content:
            '模板里把地址的框加高，或者把字调小一号；放不放得下，预览里就看得到，打印之前先看最长的那一单。',
          after: 5,
          likes: ['tea'],
        },
        { by: 'tea', content: '加高了 6 mm，目前够用。', after: 30, to: 0 },
      ],
    },
    {
      group: 2,
      by: 'station',
      title: '收件人名字里的“堃”能打印吗？',
      content: '隔壁软件打印出来是空的。',
      daysAgo: 25,
      likes: ['tea'],
      replies: [
        { by: 'tea', content: '能，我这边“喆”“珺”都打印过。', after: 3, likes: ['station'] },
        {
          by: 'staff',
          content: '可以，常见的人名用字都在。字体里真没有的，预览会提示是哪一个字。',
          after: 4,
          accepted: true,
        },
      ],
    },
    {
      group: 0,
      by: 'metal',
      title: '取消的时候已经发给打印机了，还会打印吗？',
      content: '点取消晚了一步，这一张最后到底是否已打印？',
      daysAgo: 19,
      likes: ['depot'],
      replies: [
        {
          by: 'staff',
          content:
            '没发出的当场取消；已经发出去的拦不住，会**如实写它是否已打印**。拿不准的那张标成“待确认”，由你来定。',
          after: 2,
          accepted: true,
          likes: ['metal'],
        },
      ],
    },
    {
      group: 3,
      by: 'fruit',
      title: '旺季临时加量，月付和年付怎么选？',
      content: '只有中秋前后两个月量大，平时一天十几单。',
      daysAgo: 40,
      replies: [
        {
          by: 'depot',
          content: '量就那两个月的话，月付两次更划算，平时免费的够用。',
          after: 8,
          likes: ['fruit', 'tea'],
          accepted: true,
        },
      ],
    },
    {
      group: 0,
      by: 'tea',
      title: '面单右边一条竖着的白线',
      content: '每张都在同一个位置，从上到下一条细白线。',
      daysAgo: 1.5,
      replies: [
        {
          by: 'metal',
          content: '同一个位置的白线多半是热头那里脏了或坏了一个点，先用酒精棉擦，擦不掉就是坏点。',
          after: 6,
          likes: ['tea'],
        },
      ],
    },
    {
      group: 1,
      by: 'station',
      title: '笔记本合上盖子以后就不打印了',
      content: '客户端装在笔记本上，合盖就离线，有没有办法不断？',
      daysAgo: 0.3,
      replies: [],
    },
    {
      group: 3,
      by: 'depot',
      title: '几个人合用一个账号，额度能分开看吗？',
      content: '想看白班和夜班各打印了多少。',
      daysAgo: 7,
      replies: [],
    },
  ],
};
