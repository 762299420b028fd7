import type { Entitlements } from '../software/entitlements.ts';
import type { Software } from '../software/present.ts';

export type SamplePlan = {
  name: string;
  level: number;
  /** Fen. */
  price: number;
  listPrice: number;
  days: number;
  entitlements: Entitlements;
};

export type SampleSoftware = Omit<
  Software,
  'id' | 'domain' | 'icon' | 'screenshots' | 'state' | 'offlineReason' | 'sort'
> & {
  plans: SamplePlan[];
  /** Files of fixtures/labels, without `.json`. */
  templates: string[];
};

const contacts = [
  { label: '工作日 9:00–18:00', value: '邮件当天回复', href: null },
  { label: '邮箱', value: 'service@yunbiao.example', href: 'mailto:service@yunbiao.example' },
];

const plan = (
  name: string,
  level: number,
  [price, listPrice, days]: [number, number, number],
  [labelsPerMonth, clients, printers, templates, retentionDays, apiCallsPerMinute]: [
    number,
    number,
    number,
    number,
    number,
    number,
  ],
): SamplePlan => ({
  ...{ name, level, price, listPrice, days },
  entitlements: { labelsPerMonth, clients, printers, templates, retentionDays, apiCallsPerMinute },
});

const label: SampleSoftware = {
  alias: 'yunbiao',
  name: '云标标签',
  slogan: '画多少毫米，就印多少毫米。',
  summary: '在浏览器里填好标签，发到任何一台联网的标签打印机；印出来没有，每一张都有记录。',
  description: `云标标签给门店、仓库和工厂用：价签、货位、资产、样品、线缆，一张一张地印，一张一张地记。

- **照点画**：预览里的一个点，就是打印头上的一个点。条码的窄条、二维码的格子都落在整点上，不会糊。
- **中文照印**：文字按点阵发送，打印机里没有中文字库也一样。
- **说得清**：打印机的计数器走了、或者它报了空闲，才算已打印；断线时说不准的那一张，留给你来定。`,
  features: [
    {
      title: '毫米就是毫米',
      text: '标签、元素和走纸都用毫米写，换打印机、换分辨率，内容不用重画。',
    },
    {
      title: '一格一张',
      text: '一批标签拆成一张一张，每一张有自己的状态和凭据，补打只补缺的那张。',
    },
    {
      title: '打印机在哪都行',
      text: '在连着打印机的电脑上装客户端，用 8 位配对码认领，之后从任何地方都能打到它。',
    },
    {
      title: '重复提交只算一次',
      text: '网络断了再点一次，不会多印一批；同一个编号配不同的内容会被拒绝。',
    },
    { title: '额度不糊涂', text: '失败、取消、过期的标签不计数；超过额度的一批整批不收。' },
    {
      title: '打过的都查得到',
      text: '按天、打印机、模板和来源统计，明细可以导出成 Excel，货号前面的 0 不会丢。',
    },
  ],
  platforms: ['windows', 'macos', 'linux'],
  contacts,
  facts: [
    { label: '用来', value: '价签、货位、资产、样品、线缆' },
    { label: '适合', value: '门店、仓库、工厂、实验室' },
    { label: '标签纸', value: '5–200 mm 宽，模切或连续' },
    { label: '打印机', value: '会 ZPL 的网络打印机，203、300、600 dpi' },
  ],
  themeColor: '#1F5FA8',
  seo: {
    title: '云标标签：标签云打印',
    description:
      '在浏览器里填好价签、货位和资产标签，发到任何一台联网的 ZPL 标签打印机，每一张都有打印凭据。',
  },
  plans: [
    plan('免费', 0, [0, 0, 0], [500, 1, 2, 10, 30, 10]),
    plan('VIP 月付', 1, [2_900, 2_900, 30], [20_000, 5, 20, 200, 365, 120]),
    plan('VIP 年付', 2, [28_800, 34_800, 365], [30_000, 10, 100, 1_000, 1_095, 300]),
  ],
  templates: ['price-tag', 'shelf'],
};

const waybill: SampleSoftware = {
  alias: 'miandan',
  name: '云标面单',
  slogan: '一单一张，说得清印没印。',
  summary: '把收件信息印成快递一联单：发货台点一下，面单从打印机出来，每一单都查得到。',
  description: `云标面单给网店、代发仓和驿站用：发货台只管贴，印没印出来有记录。

- **一联单**：76 × 130 mm，运单号条码和收件信息一次印清。
- **不重不漏**：断线重连以后接着打，说不准的那一张会停下来问你，不会自己再印一张。
- **高峰不堵**：打印机按自己的速度一张接一张，排队、取消、补打都看得见。`,
  features: [
    { title: '面单不重打', text: '同一批提交两次只算一次；断线时说不准的那一单，由发货的人来定。' },
    { title: '收件信息照印', text: '生僻字按字形画出来，不会变成方块；长地址自动换行或缩小。' },
    { title: '条码扫得动', text: '运单号用 Code 128，窄条落在整点上，两边留足空白。' },
    { title: '几个发货台一起用', text: '每个台一台电脑、一台打印机，各排各的队，互不影响。' },
    { title: '取消来得及', text: '没发出的当场取消，已经发给打印机的会如实告诉你印没印。' },
    { title: '发过的都查得到', text: '按天和打印机统计，按运单号搜明细，导出成 Excel 对账。' },
  ],
  platforms: ['windows', 'macos', 'linux'],
  contacts,
  facts: [
    { label: '用来', value: '快递一联单' },
    { label: '适合', value: '网店、代发仓、快递驿站' },
    { label: '标签纸', value: '76 × 130 mm 一联单' },
    { label: '打印机', value: '会 ZPL 的网络打印机，203、300、600 dpi' },
  ],
  themeColor: '#A5472A',
  seo: {
    title: '云标面单：快递一联单云打印',
    description: '把收件信息印成 76 × 130 mm 快递一联单，断线不重打，每一单都有打印记录。',
  },
  plans: [
    plan('免费', 0, [0, 0, 0], [200, 1, 2, 10, 30, 10]),
    plan('VIP 月付', 1, [4_900, 4_900, 30], [15_000, 5, 20, 100, 365, 120]),
    plan('VIP 年付', 2, [46_800, 58_800, 365], [20_000, 10, 100, 500, 1_095, 300]),
  ],
  templates: ['waybill'],
};

export const SAMPLE_SOFTWARES: readonly SampleSoftware[] = [label, waybill];
