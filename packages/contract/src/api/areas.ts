import { accountCalls } from '../calls/identity/account.ts';
import { agentCalls } from '../calls/printing/agent.ts';
import { articleCalls } from '../calls/community/article.ts';
import { askCalls } from '../calls/community/ask.ts';
import { batchCalls } from '../calls/printing/batch.ts';
import { clientCalls } from '../calls/printing/client.ts';
import { contactCalls } from '../calls/identity/contact.ts';
import { discoveryCalls } from '../calls/printing/discovery.ts';
import { guideCalls } from '../calls/community/guide.ts';
import { handbookCalls } from '../calls/community/handbook.ts';
import { integrationCalls } from '../calls/printing/integration.ts';
import { kitCalls } from '../calls/printing/kit.ts';
import { moneyCalls } from '../calls/commerce/money.ts';
import { noticeCalls } from '../calls/community/notice.ts';
import { passkeyCalls } from '../calls/identity/passkey.ts';
import { pictureCalls } from '../calls/printing/picture.ts';
import { privacyCalls } from '../calls/identity/privacy.ts';
import { printApiCalls } from '../calls/printing/print-api.ts';
import { printerModelCalls } from '../calls/community/printer-models.ts';
import { printConfigCalls } from '../calls/printing/print-config.ts';
import { printerGroupCalls } from '../calls/printing/printer-group.ts';
import { searchCalls } from '../calls/community/search.ts';
import { shareCalls } from '../calls/identity/share.ts';
import { softwareCalls } from '../calls/commerce/software.ts';
import { statisticsCalls } from '../calls/printing/statistics.ts';
import { templateCalls } from '../calls/printing/template.ts';
import { uploadCalls } from '../calls/community/upload.ts';
import { virtualCalls } from '../calls/printing/virtual.ts';
import { webhookCalls } from '../calls/printing/webhook.ts';
import { wechatCalls } from '../calls/identity/wechat.ts';
import type { Call } from '../core/define.ts';

export type Area = {
  /** Anchor in the API document; default: the area's key. */
  anchor?: string;
  title: string;
  calls: Readonly<Record<string, Call>>;
};

/**
 * Every call of the API, in the order of the API document. Each area has a file in `calls/` and one
 * with the same name in `apps/server/src/api/handlers/`. The list of calls, the map of handlers and
 * the documents derive from it.
 */
export const areas = {
  'print-api': { title: '打印 API：从你自己的系统打印', calls: printApiCalls },
  account: { title: '账号', calls: accountCalls },
  contact: { title: '手机号、邮箱和忘记密码', calls: contactCalls },
  passkey: { title: '通行密钥', calls: passkeyCalls },
  wechat: { title: '微信登录', calls: wechatCalls },
  share: { title: '分享码', calls: shareCalls },
  privacy: { title: '导出数据和注销', calls: privacyCalls, anchor: 'personal' },
  batch: { title: '打印', calls: batchCalls, anchor: 'printing' },
  'print-config': { title: '打印机配置', calls: printConfigCalls, anchor: 'config' },
  'printer-group': { title: '打印机组', calls: printerGroupCalls, anchor: 'group' },
  template: { title: '模板', calls: templateCalls },
  client: { title: '授权客户端', calls: clientCalls },
  discovery: { title: '发现的打印机', calls: discoveryCalls, anchor: 'found' },
  virtual: { title: '虚拟打印机', calls: virtualCalls },
  agent: { title: '客户端配对', calls: agentCalls },
  integration: { title: 'API 密钥和 IP 白名单', calls: integrationCalls },
  webhook: { title: 'Webhook', calls: webhookCalls },
  statistics: { title: '统计和导出', calls: statisticsCalls },
  software: { title: '软件和下载', calls: softwareCalls },
  article: { title: '文章', calls: articleCalls },
  guide: { title: '操作指南', calls: guideCalls },
  handbook: { title: '条码与元素手册', calls: handbookCalls },
  'printer-models': { title: '打印机型号', calls: printerModelCalls },
  ask: { title: '问答', calls: askCalls },
  notice: { title: '通知', calls: noticeCalls },
  search: { title: '搜索', calls: searchCalls },
  upload: { title: '图片', calls: uploadCalls },
  money: { title: 'VIP 和订单', calls: moneyCalls },
  picture: { title: '图片库', calls: pictureCalls },
  kit: { title: '套件', calls: kitCalls },
} as const satisfies Readonly<Record<string, Area>>;

export type AreaName = keyof typeof areas;
export type AreaCalls<A extends AreaName> = (typeof areas)[A]['calls'];
