import type { SampleArticle } from './sample-article.ts';
import { TEMPLATE_SETS } from '@yunbiao/services/parts';
import { SAMPLE_SOFTWARES } from './softwares.ts';

const createUpdateLogArticle = (
  version: string,
  age: number,
  title: string,
  content: string,
): SampleArticle => ({
  artType: 'updateLog',
  version,
  age,
  title,
  content,
});

/** Logs of versions that changed both sample software: they share the print client. */
// oxlint-disable-next-line house/function-length -- the list of shared log entries, newest first
const createSharedUpdateLogs = (version: string, main: string): SampleArticle[] => [
  createUpdateLogArticle(
    version,
    2,
    '第一个公开版本',
    `从这一版起，客户端、样例模板和测试页用同一个版本号。装过旧测试页的不用重装，客户端按下载页的说明装一次就行。

${main}
- 新增：打印客户端可以下载，Windows、macOS、Linux 都有，源码包自带启动命令。
- 新增：虚拟打印机，没有标签打印机也能走完全程，打印出来的每一张保存为 PNG 图片。

  先开一个窗口运行 \`npm run agent -- virtual-printer\`，再像添加真打印机一样添加它。
- 改进：断线重连以后，先问打印机的计数器走到几，再继续打印。
- 改进：下载页写明大小和 SHA-256，可以断点续传。
- 修正：客户端的电脑休眠再醒来，网站上的“在线”不再多留半分钟以上。
`,
  ),
  createUpdateLogArticle(
    '0.0.9',
    40,
    '打印机测试页',
    `先放出一张可以单独下载的测试页，用来在装客户端之前看看打印机会不会 ZPL。

- 新增：40 × 30 mm 的 ZPL 测试页：离边 1 mm 的边框、正中的十字线和一个 Code 128 条码。

  把文件发到打印机的 9100 端口就会打印一张，不需要驱动。
- 修正：标签里的 0 边距线框，最外一圈的点不再落到纸外。
`,
  ),
  createUpdateLogArticle(
    '0.0.8',
    61,
    '结果看得更清楚',
    `- 新增：标签明细可以按状态、打印机、模板和日期筛选，筛选写在网址里，刷新不丢。
- 新增：明细导出成 Excel，货号前面的 0 不会丢，长数字不会变成科学计数。
- 改进：批次页里一格一张，涂满的有凭据，空心的没有。
- 修正：一批标签里有取消的，完成数不再把它算进去。
`,
  ),
  createUpdateLogArticle(
    '0.0.7',
    82,
    '待确认的交给你来定',
    `- 新增：“待确认”的标签可以一张一张看：打印出来了就记为已打印，没有就重新打印。
- 改进：打印机缺纸、缺碳带或开盖时写明原因，装好以后自动继续打印。

  打印机不回话不等于没打印出来，所以这时不会重新打印，只会每 3 秒再问一次。
- 修正：重新打印的标签保留原来的序号，不再从头数。
`,
  ),
  createUpdateLogArticle(
    '0.0.6',
    110,
    '取消和过期',
    `- 新增：还没发出的标签可以整批取消，额度当场退回。
- 新增：超过 24 小时没有发出的标签自动过期，第二天打开打印机不会冒出昨天的标签。
- 改进：取消的时候已经发给打印机的，如实写明是否已打印。
`,
  ),
  createUpdateLogArticle(
    '0.0.5',
    138,
    '校准跟着打印机走',
    `- 新增：打印机配置里可以填横向偏移、纵向偏移和走纸比例，不用修改模板。
- 新增：浓度、速度和每张份数存在打印机配置里。
- 改进：配置的纸和模板的纸对不上时，打印之前先提醒。
- 修正：旋转 90° 的标签，偏移的方向不再跟着转。
`,
  ),
];

const createPairingUpdateLog = (version: string, age: number, changes: string): SampleArticle =>
  createUpdateLogArticle(version, age, '配对与授权客户端', changes);

const countShippedTemplates = (software: string): number => {
  const sample = SAMPLE_SOFTWARES.find(({ alias }) => alias === software);
  return sample ? TEMPLATE_SETS[sample.templateSet].length : 0;
};

export const createLabelUpdateLogs = (version: string): SampleArticle[] => [
  ...createSharedUpdateLogs(
    version,
    `- 新增：${countShippedTemplates('yunbiao')} 个样例模板，分零售、物流、资产、线缆、食品、服装、珠宝、医疗和办公九类。`,
  ),
  createUpdateLogArticle(
    '0.0.4',
    171,
    '条码落在整点上',
    `- 新增：Code 128 和二维码，窄条和格子都取整数个点，边缘不会糊。
- 新增：填一张时的预览和打印用同一个引擎，一个点对一个点。
- 改进：文字放不下时按模板的设定缩小或换行，放不下会有提醒。
`,
  ),
  createPairingUpdateLog(
    '0.0.3',
    205,
    `- 新增：用 8 位配对码认领装了打印机的电脑，10 分钟内有效。
- 新增：客户端可以停用、改备注、分组，也可以撤销。
- 改进：撤销以后，那个打印客户端的密钥当场作废。
`,
  ),
];

export const createWaybillUpdateLogs = (version: string): SampleArticle[] => [
  ...createSharedUpdateLogs(
    version,
    `- 新增：${countShippedTemplates('miandan')} 个样例模板：快递一联单和二联单、出库箱唛、托盘、退货标签，还有小心轻放、向上和怕湿。`,
  ),
  createUpdateLogArticle(
    '0.0.4',
    171,
    '一联单',
    `- 新增：76 × 130 mm 一联单模板，运单号用 Code 128，两边留足空白。
- 新增：长地址自动换行，再放不下就缩小，打印不全会提醒。
- 改进：生僻字按字形画成点，打印机里没有这个字也打印得出来。
`,
  ),
  createPairingUpdateLog(
    '0.0.3',
    205,
    `- 新增：每个发货台的打印客户端各用一个配对码认领，各排各的队。
- 新增：客户端可以按发货台分组，也可以停用和撤销。
- 改进：撤销以后，那个打印客户端的密钥当场作废。
`,
  ),
];
