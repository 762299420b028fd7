import type { Feature } from './feature.ts';

/** From a filled label to paper, and the evidence afterwards. */
export const PRINT_FEATURES = [
  {
    id: 'print',
    name: '立即打印',
    description: '选模板、填字、看预览，发到任何地方的打印机；断网以后再点一次，也不会多打印一批',
    page: '/{soft}/user/print',
    since: '0.1.0',
    calls: ['print', 'batchInfo', 'batchCancel', 'printEvents'],
    test: {
      file: 'e2e/printing.test.ts',
      title: 'is one batch: double click, lost answer and reload; another one is asked about',
    },
    limitedBy: 'labelsPerMonth',
  },
  {
    id: 'print-client',
    name: '打印客户端',
    description: 'Windows、Linux 各一个文件，双击就能配对；断线、断电、重启都不丢标签',
    page: '/{soft}/download',
    since: '0.1.0',
    calls: [
      'downloadList',
      'agentPair',
      'agentPairPoll',
      'pairConfirm',
      'clientList',
      'clientUpdate',
    ],
    test: {
      file: 'e2e/program.test.ts',
      title: 'prints, and is killed and comes back without a label lost or doubled',
    },
    limitedBy: 'clients',
  },
  {
    id: 'discovery',
    name: '发现打印机',
    description: '自己找到网络、USB 和打印队列里的打印机；换了地址跟过去',
    page: '/{soft}/user/auth',
    since: '0.1.0',
    calls: ['foundList', 'foundSearch', 'foundTest', 'foundTake', 'foundMove'],
    test: {
      file: 'e2e/discovery.test.ts',
      title: 'is installed, paired, takes a found printer into use, calibrates it and prints',
    },
  },
  {
    id: 'printers',
    name: '打印机配置',
    description:
      'ZPL、TSPL、ESC/POS 和 IPP；接网线、USB（Linux）、CUPS 或 Windows 队列；每台存各的纸和浓度',
    page: '/{soft}/user/printerCfg',
    since: '0.1.0',
    calls: ['printConfigList', 'savePrintConfig', 'deletePrintConfig'],
    test: {
      file: 'e2e/new-config.test.ts',
      title:
        'a new configuration is named after what is chosen, and refused before it is filled in',
    },
    limitedBy: 'printers',
  },
  {
    id: 'printer-models',
    name: '打印机型号',
    description: '手上这台能不能用、怎么接、怎么设；会什么语言、能给什么凭据，每一条都有来源',
    page: '/{soft}/tools/printers',
    since: '0.1.0',
    calls: ['printerModels', 'printerBrand', 'reportPrinter', 'withdrawPrinterReport'],
    test: {
      file: 'packages/services/src/community/printer-models/printer-models.test.ts',
      title: 'says of a model how it is set up, what it can prove, and where that was read',
    },
  },
  {
    id: 'media',
    name: '标签纸',
    description: '多列卷、间隙、黑标、连续纸；撕纸、剥离、裁切',
    page: '/{soft}/user/printerCfg',
    since: '0.1.0',
    calls: ['savePrintConfig'],
    test: {
      file: 'e2e/columns.test.ts',
      title: 'has seven labels come out as three rows, each in its place: %s',
    },
  },
  {
    id: 'calibration',
    name: '按实测校准',
    description: '打印一张带尺子的，量出来的数填进去，打印就不再偏；不满意可以撤回',
    page: '/{soft}/user/printerCfg',
    since: '0.1.0',
    calls: ['calibratePrint', 'calibrate', 'calibrateUndo'],
    test: {
      file: 'packages/services/src/printing/calibration/calibration.test.ts',
      title: 'corrects by what was measured, and is taken back',
    },
  },
  {
    id: 'printer-groups',
    name: '打印机组',
    description: '一台缺纸、离线，还没打印的自动转到下一台；活多时几台分摊',
    page: '/{soft}/user/printerCfg',
    since: '0.1.0',
    calls: ['printerGroupList', 'savePrinterGroup', 'batchMove'],
    test: {
      file: 'e2e/group.test.ts',
      title:
        'makes a group, prints to it, and sees its labels go on when the first printer is out of paper',
    },
  },
  {
    id: 'virtual-printer',
    name: '虚拟打印机',
    description: '没有打印机也能走完全程：标签从网页上的纸卷里出来，缺纸、开盖、断线都能试',
    page: '/{soft}/user/print',
    since: '0.1.0',
    calls: ['virtualOpen', 'virtualRoll', 'virtualSwitch'],
    test: {
      file: 'e2e/newcomer.test.ts',
      title: 'prints a first label without a terminal, and believes what the site says of it',
    },
  },
  {
    id: 'evidence',
    name: '标签明细',
    description: '每一张打印了没有、凭什么这么说，一张一张查得到',
    page: '/{soft}/user/printStatDetail',
    since: '0.1.0',
    calls: ['detailList', 'detailStates', 'detailExport'],
    test: {
      file: 'e2e/journey.test.ts',
      title: 'finds a program, downloads it, signs up, pairs, prints, counts, exports and leaves',
    },
    limitedBy: 'retentionDays',
  },
  {
    id: 'sheet-rows',
    name: '表格行',
    description:
      '从表格打印的标签记着它在表格里是第几行：提醒、明细、待确认、重新打印和导出里都写着',
    page: '/{soft}/user/printStatDetail',
    since: 'Unreleased',
    calls: ['print', 'detailList', 'detailExport'],
    test: {
      file: 'e2e/print-file.test.ts',
      title: 'reads GBK to the last digit, and its rows are found again in the sheet',
    },
  },
  {
    id: 'uncertain',
    name: '待确认',
    description: '不能确定是否已打印的，停下来等你定，不会自动重新打印',
    page: '/{soft}/user/printStat',
    since: '0.1.0',
    calls: ['incidentList', 'incidentSettle', 'detailResolve'],
    test: {
      file: 'e2e/incident.test.ts',
      title: 'is said beside the batch, is one thing to settle, and is settled at once',
    },
  },
  {
    id: 'statistics',
    name: '打印统计',
    description: '按天、小时、打印机、模板和来源看张数；导出 Excel',
    page: '/{soft}/user/printStat',
    since: '0.1.0',
    calls: ['printStat', 'printStatShares', 'printStatExport'],
    test: {
      file: 'e2e/dates.test.ts',
      title: 'are chosen with the keyboard, and kept in the address',
    },
  },
] as const satisfies readonly Feature[];
