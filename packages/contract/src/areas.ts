import { account } from './calls/account.ts';
import { agentCalls } from './calls/agent.ts';
import { articleCalls } from './calls/article.ts';
import { askCalls } from './calls/ask.ts';
import { batchCalls } from './calls/batch.ts';
import { clientCalls } from './calls/client.ts';
import { contactCalls } from './calls/contact.ts';
import { foundCalls } from './calls/found.ts';
import { handbookCalls } from './calls/handbook.ts';
import { integrationCalls } from './calls/integration.ts';
import { moneyCalls } from './calls/money.ts';
import { noticeCalls } from './calls/notice.ts';
import { passkeyCalls } from './calls/passkey.ts';
import { personalCalls } from './calls/personal.ts';
import { printApiCalls } from './calls/print-api.ts';
import { printConfigCalls } from './calls/print-config.ts';
import { printerGroupCalls } from './calls/printer-group.ts';
import { searchCalls } from './calls/search.ts';
import { shareCalls } from './calls/share.ts';
import { softwareCalls } from './calls/software.ts';
import { statisticsCalls } from './calls/statistics.ts';
import { templateCalls } from './calls/template.ts';
import { uploadCalls } from './calls/upload.ts';
import { virtualCalls } from './calls/virtual.ts';
import { webhookCalls } from './calls/webhook.ts';
import { wechatCalls } from './calls/wechat.ts';
import type { Call } from './define.ts';

export type Area = { id: string; title: string; calls: Readonly<Record<string, Call>> };

/** The calls as people look for them; each is in one area. */
export const AREAS: readonly Area[] = [
  { id: 'print-api', title: '打印 API：从你自己的系统打印', calls: printApiCalls },
  { id: 'account', title: '账号', calls: account },
  { id: 'contact', title: '手机号、邮箱和忘记密码', calls: contactCalls },
  { id: 'passkey', title: '通行密钥', calls: passkeyCalls },
  { id: 'wechat', title: '微信登录', calls: wechatCalls },
  { id: 'share', title: '分享码', calls: shareCalls },
  { id: 'personal', title: '导出数据和注销', calls: personalCalls },
  { id: 'printing', title: '打印', calls: batchCalls },
  { id: 'config', title: '打印机配置', calls: printConfigCalls },
  { id: 'group', title: '打印机组', calls: printerGroupCalls },
  { id: 'template', title: '模板', calls: templateCalls },
  { id: 'client', title: '授权客户端', calls: clientCalls },
  { id: 'found', title: '发现的打印机', calls: foundCalls },
  { id: 'virtual', title: '虚拟打印机', calls: virtualCalls },
  { id: 'agent', title: '客户端配对', calls: agentCalls },
  { id: 'integration', title: 'API 密钥和 IP 白名单', calls: integrationCalls },
  { id: 'webhook', title: 'Webhook', calls: webhookCalls },
  { id: 'statistics', title: '统计和导出', calls: statisticsCalls },
  { id: 'software', title: '软件和下载', calls: softwareCalls },
  { id: 'article', title: '文章', calls: articleCalls },
  { id: 'handbook', title: '条码与元素手册', calls: handbookCalls },
  { id: 'ask', title: '问答', calls: askCalls },
  { id: 'notice', title: '通知', calls: noticeCalls },
  { id: 'search', title: '搜索', calls: searchCalls },
  { id: 'upload', title: '图片', calls: uploadCalls },
  { id: 'money', title: 'VIP 和订单', calls: moneyCalls },
];
