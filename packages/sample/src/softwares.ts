import type { TemplateSet } from '@yunbiao/contract';
import type { Entitlements } from '@yunbiao/services';
import type { Software } from '@yunbiao/services/parts';

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
  /** Which templates of the product it gets. */
  templateSet: TemplateSet;
};

const CONTACTS = [
  { label: '工作日 9:00–18:00', value: '邮件当天回复', href: null },
  { label: '邮箱', value: 'service@yunbiao.example', href: 'mailto:service@yunbiao.example' },
];

const createPlan = (
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
  name,
  level,
  price,
  listPrice,
  days,
  entitlements: { labelsPerMonth, clients, printers, templates, retentionDays, apiCallsPerMinute },
});

const LABEL_SOFTWARE: SampleSoftware = {
  alias: 'yunbiao',
  name: '云标标签',
  slogan: '画多少毫米，就打印多少毫米。',
  summary: '在浏览器里填好标签，发到任何一台联网的标签打印机；打印出来没有，每一张都有记录。',
  description: `云标标签给门店、仓库和工厂用：价签、货位、资产、样品、线缆，一张一张地打印，一张一张地记。

- **照点画**：预览里的一个点，就是打印头上的一个点。条码的窄条、二维码的格子都落在整点上，不会糊。
- **中文照常打印**：文字按点阵发送，打印机里没有中文字库也一样。
- **说得清**：打印机的计数器走了、或者它报了空闲，才算已打印；断线时待确认的那一张，留给你来定。`,
  features: [
    {
      title: '毫米就是毫米',
      text: '标签、元素和走纸都用毫米写，换打印机、换分辨率，内容不用重画。',
    },
    {
      title: '一格一张',
      text: '一批标签拆成一张一张，每一张有自己的状态和凭据，补打印只补缺的那张。',
    },
    {
      title: '打印机在哪都行',
      text: '在连着打印机的电脑上装客户端，用 8 位配对码认领，之后从任何地方都能打印到它。',
    },
    {
      title: '重复提交只算一次',
      text: '连点两下、断网后再点、发送时刷新，得到的都是原来那一批；真要再打印一批，会先问你。',
    },
    {
      title: '额度不糊涂',
      text: '没送往打印机就失败、取消、过期的标签不计数；超过额度的一批整批不收。',
    },
    {
      title: '打印过的都查得到',
      text: '按天、打印机、模板和来源统计，明细可以导出成 Excel，货号前面的 0 不会丢。',
    },
  ],
  platforms: ['windows', 'macos', 'linux'],
  contacts: CONTACTS,
  facts: [
    { label: '用来', value: '价签、货位、资产、食品、吊牌、线缆' },
    { label: '适合', value: '门店、仓库、工厂、实验室' },
    { label: '标签纸', value: '5–200 mm 宽，模切或连续' },
    {
      label: '打印机',
      value: '会 ZPL、TSPL 或 ESC/POS，接网线、USB 或打印队列，203、300、600 dpi',
    },
  ],
  uses: [
    { who: '门店', what: '商品价签：品名、规格、产地、价格和货号条码', paper: '60 × 40 mm' },
    { who: '仓库', what: '货位标签：货位号、库区和承重，贴在货架横梁上', paper: '50 × 30 mm' },
    { who: '工厂', what: '物料和半成品：从表格贴几百行，一行一张', paper: '50 × 30 mm' },
    { who: '烘焙店', what: '食品标签：配料、生产时间、保质期和价格', paper: '60 × 50 mm' },
    { who: '服装店', what: '吊牌：货号、颜色、成分、尺码和价格', paper: '40 × 60 mm' },
    { who: '首饰店', what: '饰品标签：品名、规格、价格和货号条码', paper: '30 × 15 mm' },
    { who: '药房', what: '药品冷链：温度、批号、有效期和箱号条码', paper: '60 × 40 mm' },
    { who: '机房', what: '线缆标签：两端、端口和线型，中间对折', paper: '60 × 25 mm' },
    { who: '设备管理', what: '固定资产：编号做成二维码，盘点时扫', paper: '40 × 30 mm' },
  ],
  faqs: [
    {
      question: '我的打印机能用吗？',
      answer:
        '会 ZPL 或 TSPL 的标签打印机就能用，203、300、600 dpi 都行：接网线、接 USB、装在 Windows 或 Linux 的打印队列里都可以；会 ESC/POS 的小票机也行，最宽 72 mm，当连续纸打印。下载页里有一张 ZPL 测试页，不装客户端也能先试。只会 Windows 驱动、不会这些语言的，这一版还打印不了。',
    },
    {
      question: '没有打印机可以先试吗？',
      answer:
        '可以。注册以后在“立即打印”里点“用虚拟打印机试打印”，标签从页面上的纸卷里出来，缺纸、开盖、断线都能试；客户端也自带一台，把每一张保存为 PNG 图片。',
    },
    {
      question: '没打印出来的标签算不算额度？',
      answer:
        '没送往打印机的不算：失败、取消和过期的都退回来；一批超过本月剩余时整批不收，不会打印到一半停住。',
    },
    {
      question: '断网了会不会多打印？',
      answer:
        '不会自己多打印。断线时不知道是否已打印的那一张记为“待确认”，由你来定已打印还是重新打印。没收到回答时照原样再点一次“打印”，得到的是原来那一批；已经打印过的内容再点，会先问你要不要再打印一批。',
    },
    {
      question: '能自己画模板吗？',
      answer:
        '能。工具里的标签设计器在浏览器里画：文字、条码、二维码、图片和表格，接上 Excel 或 CSV 就是一行一张。不注册也能先试；保存下来的模板，能存几个看方案里的“自己的模板”。',
    },
    {
      question: '月付用到一半换成年付，剩下的天数怎么办？',
      answer:
        '不会作废。付款后马上换成年付，先用完年付，月付剩下的天数留到后面用；下单前会写明各用到哪一天。',
    },
    {
      question: 'VIP 到期以后会怎样？',
      answer:
        '按免费方案继续用：额度、客户端和模板都按免费的算，已经保存的模板还在。打印记录也按免费方案的天数保留，更早的会删除，要留的先在“标签明细”里导出 Excel；统计里的张数一直有。',
    },
  ],
  themeColor: '#1F5FA8',
  seo: {
    title: '云标标签：标签云打印',
    description:
      '在浏览器里填好价签、货位和资产标签，发到任何一台联网的 ZPL、TSPL 或 ESC/POS 打印机，每一张都有打印凭据。',
  },
  plans: [
    createPlan('免费', 0, [0, 0, 0], [500, 1, 2, 10, 30, 10]),
    createPlan('VIP 月付', 1, [2_900, 2_900, 30], [20_000, 5, 20, 200, 365, 120]),
    createPlan('VIP 年付', 2, [28_800, 34_800, 365], [30_000, 10, 100, 1_000, 1_095, 300]),
  ],
  templateSet: 'label',
};

const WAYBILL_SOFTWARE: SampleSoftware = {
  alias: 'miandan',
  name: '云标面单',
  slogan: '一单一张，每张是否打印都有记录。',
  summary: '把收件信息打印成快递一联单：发货台点一下，面单从打印机出来，每一单都查得到。',
  description: `云标面单给网店、代发仓和驿站用：发货台只管贴，是否打印都有记录。

- **一联单**：76 × 130 mm，运单号条码和收件信息一次打印清楚。
- **不重不漏**：断线重连以后继续打印，待确认的那一张会停下来问你，不会自己再打印一张。
- **高峰不堵**：打印机按自己的速度一张接一张，排队、取消、补打印都看得见。`,
  features: [
    {
      title: '面单不重复打印',
      text: '同一批提交两次只算一次；断线时待确认的那一单，由发货的人来定。',
    },
    { title: '收件信息照常打印', text: '生僻字按字形画出来，不会变成方块；长地址自动换行或缩小。' },
    { title: '条码扫得动', text: '运单号用 Code 128，窄条落在整点上，两边留足空白。' },
    { title: '几个发货台一起用', text: '每个台一台电脑、一台打印机，各排各的队，互不影响。' },
    { title: '取消来得及', text: '没发出的当场取消，已经发给打印机的会如实告诉你是否已打印。' },
    { title: '发过的都查得到', text: '按天和打印机统计，按运单号搜明细，导出成 Excel 对账。' },
  ],
  platforms: ['windows', 'macos', 'linux'],
  contacts: CONTACTS,
  facts: [
    { label: '用来', value: '快递一联单、二联单、箱唛、托盘、退货标签' },
    { label: '适合', value: '网店、代发仓、快递驿站' },
    { label: '标签纸', value: '76 × 130、100 × 180、100 × 150、100 × 70、80 × 60、76 × 50 mm' },
    { label: '打印机', value: '会 ZPL 或 TSPL，接网线、USB 或打印队列，203、300、600 dpi' },
  ],
  uses: [
    { who: '网店', what: '自己发货：填好收件信息，一单一张', paper: '76 × 130 mm' },
    { who: '代发仓', what: '出库箱唛：品名、数量、箱序和箱号条码', paper: '100 × 70 mm' },
    { who: '快递驿站', what: '补打印破损的面单，查哪一单打印过', paper: '76 × 130 mm' },
    { who: '托盘', what: '物流单元：SSCC、箱码、批号和箱数，三个 GS1-128', paper: '100 × 150 mm' },
    { who: '售后', what: '退货标签：退货号条码、原订单和退回的库区', paper: '76 × 50 mm' },
  ],
  faqs: [
    {
      question: '会帮我取运单号吗？',
      answer: '不会。运单号由你填，或者从 Excel 表里来，云标面单负责打印清楚、不重复打印。',
    },
    {
      question: '面单打印机能用吗？',
      answer:
        '会 ZPL 或 TSPL、打印宽度 76 mm 以上的就能用：接网线、接 USB、装在 Windows 或 Linux 的打印队列里都可以。小票机（ESC/POS）最宽 72 mm，打印不下一联单；只会 Windows 驱动、不会这两种语言的，这一版还打印不了。',
    },
    {
      question: '断电以后会不会重新打印一单？',
      answer:
        '不会自动重新打印。正在打印的那一单记为“待确认”，看一眼出纸口，再点已打印或重新打印。',
    },
    {
      question: '几个发货台要买几份？',
      answer: '一份就行。每个方案写明能授权几台客户端，每个发货台的电脑算一台。',
    },
    {
      question: '没打印出来的面单算不算额度？',
      answer: '没送往打印机的不算：失败、取消和过期的都退回来；一批超过本月剩余时整批不收。',
    },
  ],
  themeColor: '#A5472A',
  seo: {
    title: '云标面单：快递一联单云打印',
    description: '把收件信息打印成 76 × 130 mm 快递一联单，断线不重复打印，每一单都有打印记录。',
  },
  plans: [
    createPlan('免费', 0, [0, 0, 0], [200, 1, 2, 10, 30, 10]),
    createPlan('VIP 月付', 1, [4_900, 4_900, 30], [15_000, 5, 20, 100, 365, 120]),
    createPlan('VIP 年付', 2, [46_800, 58_800, 365], [20_000, 10, 100, 500, 1_095, 300]),
  ],
  templateSet: 'waybill',
};

export const SAMPLE_SOFTWARES: readonly SampleSoftware[] = [LABEL_SOFTWARE, WAYBILL_SOFTWARE];
