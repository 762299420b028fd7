import type { Feature } from './feature.ts';

/** Accounts, orders, public pages, and tools that need no label. */
export const SITE_FEATURES = [
  {
    id: 'sign-in',
    name: '登录方式',
    description: '用户名密码、微信、通行密钥、手机号、邮箱；忘了密码自己找回，别处的登录自己退掉',
    page: '/{soft}/user/profile',
    since: '0.1.0',
    calls: [
      'register',
      'login',
      'wxLogin',
      'passkeyLogin',
      'contactBind',
      'resetPassword',
      'sessionEnd',
    ],
    test: {
      file: 'e2e/contact.test.ts',
      title: 'a member binds a telephone to post and an e-mail address, and gets back in by either',
    },
  },
  {
    id: 'own-data',
    name: '导出数据和注销',
    description: '全部内容一个文件带走，注销到期前能撤销；都在个人资料里',
    page: '/{soft}/user/profile',
    since: '0.1.0',
    calls: ['dataExport', 'deletionInfo', 'deletionAsk', 'deletionCancel'],
    test: {
      file: 'e2e/account.test.ts',
      title:
        'a member takes the data along, asks for the account to be deleted, and changes his mind (%s)',
    },
  },
  {
    id: 'share-codes',
    name: '分享码',
    description: '朋友用你的链接注册、开始打印以后，两边都得 VIP 天数',
    page: '/{soft}/user/profile',
    since: '0.1.0',
    calls: ['bindShareCode', 'getUpUserInfo', 'shareStat'],
    test: {
      file: 'e2e/share.test.ts',
      title:
        'a visitor who signs up by a share link is bound to the member whose it is, on a %s screen',
    },
  },
  {
    id: 'plans',
    name: 'VIP 方案',
    description: '免费的一直能用，打印得多再买天数；折扣码下单前就能核对',
    page: '/{soft}/vip',
    since: '0.1.0',
    calls: ['productList', 'productPrice', 'getVip'],
    test: {
      file: 'e2e/order.test.ts',
      title: 'goes from a code to an order, and from the money to VIP, on a %s screen',
    },
  },
  {
    id: 'orders',
    name: '订单',
    description: '支付宝、微信支付、对公转账；退款、发票在订单里申请，整张表导出 Excel',
    page: '/{soft}/user/order',
    since: '0.1.0',
    calls: [
      'createOrder',
      'orderPay',
      'orderList',
      'orderExport',
      'orderRefundAsk',
      'orderInvoiceAsk',
    ],
    test: {
      file: 'e2e/cashier.test.ts',
      title: 'runs out of labels, buys more, and prints what was refused',
    },
  },
  {
    id: 'notices',
    name: '通知',
    description: '订单、问答、账号和打印机组有了消息，在网站上看；也可以每天收一封邮件',
    page: '/{soft}/user/notice',
    since: '0.1.0',
    calls: ['noticeList', 'noticeCount', 'noticeRead', 'digestSet'],
    test: {
      file: 'e2e/notice.test.ts',
      title: 'a notice that staff write is counted on open pages, and leads to what it concerns',
    },
  },
  {
    id: 'questions',
    name: '问答',
    description: '提问、回答、采纳、关注，能贴图；相近的问题当场列出来',
    page: '/{soft}/qa',
    since: '0.1.0',
    calls: ['askPostList', 'askSavePost', 'askPostReply', 'askAccept', 'askFollow', 'askSimilar'],
    test: { file: 'e2e/forum.test.ts', title: 'a question is asked, answered and settled' },
  },
  {
    id: 'articles',
    name: '帮助和更新日志',
    description: '怎么装、怎么配、打印偏了怎么办；每一版改了什么，能用 RSS 订阅',
    page: '/{soft}/article',
    since: '0.1.0',
    calls: ['articleList', 'articleDetail'],
    test: {
      file: 'e2e/content.test.ts',
      title: 'is found from the home, and its chapters and neighbours lead on',
    },
  },
  {
    id: 'guides',
    name: '操作指南',
    description:
      '第一张标签、Excel 批量、接打印机、选纸、打印偏、扫不出、缺纸离线，一步一步配图；出错的地方带到对应的一篇',
    page: '/{soft}/guide',
    since: '0.1.0',
    calls: ['guideList', 'guideDetail'],
    test: {
      file: 'scripts/guides.test.ts',
      title: 'names only what is on the pages',
    },
  },
  {
    id: 'search',
    name: '搜索',
    description: '问答、文章、指南、手册、工具、模板和打印机型号，一个框里搜',
    page: '/{soft}/search',
    since: '0.1.0',
    calls: ['search'],
    test: {
      file: 'e2e/search.test.ts',
      title: 'shows what was found before any script has run, under an address of its own',
    },
  },
  {
    id: 'file-check',
    name: '核对文件',
    description: '下载的文件拖进网页，当场算 SHA-256，和放出来的对一对；文件不上传',
    page: '/{soft}/download',
    since: '0.1.0',
    calls: ['downloadDetail'],
    test: {
      file: 'e2e/files.test.ts',
      title: 'is known again in the browser, whole, cut off and changed',
    },
  },
  {
    id: 'gif-maker',
    name: 'GIF 制作',
    description: '图片、动图排成 GIF：停多久、裁切、加字、倒放、压到多大；只在浏览器里做，不上传',
    page: '/{soft}/tools/generator',
    since: '0.1.0',
    calls: [],
    test: {
      file: 'e2e/gif.test.ts',
      title: 'makes a GIF of them by keyboard: order, times, size and loop are as asked',
    },
  },
  {
    id: 'video-to-gif',
    name: '视频转 GIF',
    description: '从手机录的视频里剪一段，一帧一帧地剪；视频不上传',
    page: '/{soft}/tools/videoToGif',
    since: '0.1.0',
    calls: [],
    test: {
      file: 'e2e/gif-video.test.ts',
      title: 'cuts a part out of $name on $across px, to the frame and by keyboard',
    },
  },
] as const satisfies readonly Feature[];
