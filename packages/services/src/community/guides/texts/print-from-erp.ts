import { MAX_ROWS } from '@yunbiao/contract/limits/print';
import type { GuideName } from '@yunbiao/contract/site/guides';
import { ERP_CHAIN_PICTURE } from '../figures/print-from-erp.ts';
import type { GuideHelp } from '../guide.ts';

export const PRINT_FROM_ERP: GuideHelp<GuideName> = {
  group: '别的事',
  summary: '你在网页里备好模板、打印机和一个密钥，做系统的人照接口文档接上，以后系统自己打印。',
  also: ['接口', 'API', '对接', 'ERP', 'WMS', '网店后台', '自动打印', 'Webhook', '开发', '密钥'],
  sections: [
    {
      heading: '标签怎么走',
      blocks: [
        {
          kind: 'figure',
          caption: '从你的系统到纸上，再回到你的系统。',
          pictures: [ERP_CHAIN_PICTURE],
        },
        {
          kind: 'text',
          text: `你的系统只说用哪个模板、哪台打印机、每一行填什么，一次最多 ${MAX_ROWS.toLocaleString('zh-CN')} 行。电商平台的面单号云标不取，单号由你的系统给。`,
        },
      ],
    },
    {
      heading: '店主做的事',
      blocks: [
        {
          kind: 'steps',
          items: [
            '先在网页里打印成一张：模板存在[我的模板](/tools/temp?own=1)里，打印机在[打印机配置](/user/printerCfg)里。',
            '打开[API 密钥](/user/apiKey)，点**新建密钥**，**名称**写给谁用的。',
            '**种类**先选**测试**：它只打印到虚拟打印机，联调时不会动到真的打印机。**能做什么**勾**打印**和**查询**。',
            '密钥只显示这一次。点**复制**，和[接口文档](/np/docs#area-print-api)的地址一起发给做系统的人；不要发到群里。',
            '他们试好了，再建一个**正式**的密钥换上，把测试的撤销。',
          ],
        },
      ],
    },
    {
      heading: '做系统的人做的事',
      blocks: [
        {
          kind: 'table',
          head: ['要做什么', '用哪个接口'],
          rows: [
            ['看有哪些打印机配置', 'GET /np/api/print/printers'],
            ['看有哪些模板和字段', 'GET /np/api/print/templates'],
            ['提交一批', 'POST /np/api/print/batch'],
            ['看打印到哪里了', 'GET /np/api/print/batch'],
          ],
        },
        {
          kind: 'text',
          text: '[从零打印出第一张标签](/np/docs#guide)里有 curl、Node.js、Python、PHP、Java 的完整程序。批次号用你自己的单号：没收到回答就用同一个号再发一次，回的是第一次的回答，不会多打印。已经有 ZPL、TSPL 的，勾上**原样打印**直接发。',
        },
      ],
    },
    {
      heading: '打印完了告诉系统，只让自己人用',
      blocks: [
        {
          kind: 'steps',
          items: [
            '在 [Webhook](/user/webhook) 点**添加接收地址**，选**批次有了结果**、**有标签不确定**；点**测试**，看送到没有。',
            '在[IP 白名单](/user/ipWhiteList)写上公司的地址，别处来的密钥就不能用。第一条加上马上生效，打印客户端的地址也要在里面。',
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
              seen: '回 401',
              mend: '密钥没有带上、抄漏了，或者已经撤销。',
            },
            {
              seen: '回 402',
              mend: '本月的张数不够打印这一批，一行也没有收。看 [VIP 方案](/vip)，或者等下个月。',
            },
            {
              seen: '回 403',
              mend: '密钥没有勾这一项，或者来的地址不在白名单里：[IP 白名单](/user/ipWhiteList)的**被拒绝的来访**里点一下就能放行。',
            },
            {
              seen: '回 400',
              mend: '回答里写着是哪一行、哪一栏、为什么。改了再发，整批一行也没有打印。',
            },
            {
              seen: '回 429',
              mend: '调得太勤，照回答里写的秒数等一等；几行合成一批发。',
            },
            {
              seen: '收下了，纸没有出来',
              mend: '批次在[打印统计](/user/printStat)里，看它等什么；多半是[缺纸、离线](/guide/paper-out-offline.html)。',
            },
          ],
        },
      ],
    },
  ],
  related: ['connect-printer', 'excel-batch', 'paper-out-offline'],
};
