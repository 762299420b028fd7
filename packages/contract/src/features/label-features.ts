import type { Feature } from './feature.ts';

/** Designing a label and filling it. */
export const LABEL_FEATURES = [
  {
    id: 'designer',
    name: '标签设计器',
    description:
      '拖、对齐、组合、撤销；画布就是打印头的点，哪里打印不好当场说；不注册能用，手机上也能用',
    page: '/{soft}/tools/design-new.html',
    since: '0.1.0',
    calls: ['saveTemplate', 'templateGet'],
    test: {
      file: 'e2e/designer.test.ts',
      title:
        'draws, moves, stretches and undoes all of it, and keeps it through a reload and signing in',
    },
  },
  {
    id: 'kits',
    name: '套件',
    description:
      '设计器里一次添加好几个元素：GS1 条码和数字链接从应用标识符拼出来、医疗器械 UDI、化学品标签、营养成分表，也能保存自己的',
    page: '/{soft}/tools/design-new.html',
    since: '0.1.0',
    calls: ['kitList', 'getKit', 'saveKit', 'renameKit', 'deleteKit'],
    test: {
      file: 'e2e/designer-panels.test.ts',
      title: 'make contents, fields, tables and pictures, and take problems away',
    },
  },
  {
    id: 'try-label',
    name: '试一张',
    description: '软件首页上的样例标签，改一个字，条码和点阵跟着变；不用登录',
    page: '/{soft}',
    since: '0.1.0',
    calls: ['siteIndex'],
    test: {
      file: 'e2e/visitor.test.ts',
      title:
        'chooses a program, downloads it, finds an answer and knows the price, without an account',
    },
  },
  {
    id: 'template-library',
    name: '模板库',
    description: '五十个公共模板，挑一个差不多的，填字就能打印',
    page: '/{soft}/tools/temp',
    since: '0.1.0',
    calls: ['templateLibrary', 'templateGet'],
    test: {
      file: 'e2e/library.test.ts',
      title: 'is found by category, size and width, and the address says what is shown',
    },
  },
  {
    id: 'own-templates',
    name: '自己的模板',
    description: '保存下来继续修改，旧版本找得回来，能用链接分享给同事',
    page: '/{soft}/tools/temp?own=1',
    since: '0.1.0',
    calls: ['saveTemplate', 'copyTemplate', 'templateVersions', 'shareTemplate', 'sharedTemplate'],
    test: {
      file: 'e2e/designer.test.ts',
      title: 'sees what changed between versions, brings one back, and is told of another window',
    },
    limitedBy: 'templates',
  },
  {
    id: 'picture-library',
    name: '图片库',
    description: '商品图和商标上传一次，哪个模板都能用；表格里写图片的名称，一行打印一张不同的',
    page: '/{soft}/user/picture',
    since: '0.1.0',
    calls: [
      'pictureList',
      'uploadPicture',
      'renamePicture',
      'movePictures',
      'deletePictures',
      'pictureUses',
      'findPictures',
    ],
    test: {
      file: 'e2e/designer-print.test.ts',
      title: 'shows pictures of the library, another one on each row',
    },
  },
  {
    id: 'spreadsheet',
    name: '从表格打印',
    description: '打开 Excel、ODS、CSV，或者从表格里复制几行贴进来，一行一张',
    page: '/{soft}/user/print',
    since: '0.1.0',
    calls: ['print'],
    test: {
      file: 'e2e/print-file.test.ts',
      title: 'finds the header below titles, and leaves out units and totals',
    },
  },
  {
    id: 'formulas',
    name: '公式和日期',
    description: '价格、大写金额、保质期自己算；日期按你要的样子写',
    page: '/{soft}/tools/design-new.html',
    since: '0.1.0',
    calls: [],
    test: {
      file: 'packages/label/src/formulas.test.ts',
      title: 'is drawn as what the formula makes',
    },
  },
  {
    id: 'conditions',
    name: '打印条件',
    description: '每个元素、每个组合都可以只在某些行打印；数据表里看得到哪一行不打印什么',
    page: '/{soft}/tools/design-new.html',
    since: '0.1.0',
    calls: [],
    test: {
      file: 'packages/label/src/layout/condition.test.ts',
      title: 'takes its element out of all checks',
    },
  },
  {
    id: 'serial-numbers',
    name: '流水号',
    description: '一张一个号，接着上一批往下数，导出的文件也占号；哪个号没打印出来，查得到',
    page: '/{soft}/user/print',
    since: '0.1.0',
    calls: ['print', 'printTemplate', 'serialReport', 'reserveSerials'],
    test: {
      file: 'e2e/serial.test.ts',
      title: 'says which numbers were given to batches and did not come out',
    },
  },
  {
    id: 'codes',
    name: '条码和二维码',
    description: '22 种，含 GS1；预览时由解码器读一遍，扫不出的说为什么',
    page: '/{soft}/user/print',
    since: '0.1.0',
    calls: [],
    test: {
      file: 'e2e/printing.test.ts',
      title: 'are read by a decoder, which says how well, and why not',
    },
  },
  {
    id: 'text',
    name: '文字',
    description:
      'GBK 和《通用规范汉字表》全部汉字、欧洲字母、俄文、韩文；打印机里没有字库也一样，打印不出的字会指出来',
    page: '/{soft}/tools/codes/text.html',
    since: '0.1.0',
    calls: ['handbookEntry'],
    test: {
      file: 'packages/label/src/font/pieces.test.ts',
      title: 'hold all 8,105 of 通用规范汉字表, each one em wide and with ink',
    },
  },
  {
    id: 'handbook',
    name: '条码与元素手册',
    description: '哪种码用在哪、放得下什么、最小能打印多小；每一种都配一张扫得动的真标签',
    page: '/{soft}/tools/codes',
    since: '0.1.0',
    calls: ['handbook', 'handbookEntry'],
    test: {
      file: 'e2e/content.test.ts',
      title: 'shows labels that are read from the screen, and leads to how small they may be: %s',
    },
  },
  {
    id: 'export',
    name: '导出文件',
    description: '保存为 PDF（可以排进 A4、A5 不干胶纸）、PNG、ZPL、TSPL',
    page: '/{soft}/tools/design-new.html',
    since: '0.1.0',
    calls: [],
    test: {
      file: 'e2e/designer-data.test.ts',
      title: 'is mapped, filtered, picked, stepped through, and exported in every way',
    },
  },
  {
    id: 'zpl-preview',
    name: 'ZPL 预览',
    description: '别的程序发给打印机的 ZPL，按打印点预览，再变成自己的模板',
    page: '/{soft}/tools/zpl',
    since: '0.1.0',
    calls: [],
    test: {
      file: 'e2e/zpl.test.ts',
      title: 'sees what a printer would print, and takes it away as a picture and a template',
    },
  },
] as const satisfies readonly Feature[];
