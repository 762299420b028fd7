import type { AreaName } from '@yunbiao/contract';
import type { AreaHandlers, Handlers } from './handler.ts';
import { accountHandlers } from './handlers/identity/account.ts';
import { agentHandlers } from './handlers/printing/agent.ts';
import { articleHandlers } from './handlers/community/article.ts';
import { askHandlers } from './handlers/community/ask.ts';
import { batchHandlers } from './handlers/printing/batch.ts';
import { clientHandlers } from './handlers/printing/client.ts';
import { contactHandlers } from './handlers/identity/contact.ts';
import { discoveryHandlers } from './handlers/printing/discovery.ts';
import { guideHandlers } from './handlers/community/guide.ts';
import { handbookHandlers } from './handlers/community/handbook.ts';
import { integrationHandlers } from './handlers/printing/integration.ts';
import { kitHandlers } from './handlers/printing/kit.ts';
import { moneyHandlers } from './handlers/commerce/money.ts';
import { noticeHandlers } from './handlers/community/notice.ts';
import { passkeyHandlers } from './handlers/identity/passkey.ts';
import { pictureHandlers } from './handlers/printing/picture.ts';
import { privacyHandlers } from './handlers/identity/privacy.ts';
import { printApiHandlers } from './handlers/printing/print-api.ts';
import { printConfigHandlers } from './handlers/printing/print-config.ts';
import { printerModelHandlers } from './handlers/community/printer-models.ts';
import { printerGroupHandlers } from './handlers/printing/printer-group.ts';
import { searchHandlers } from './handlers/community/search.ts';
import { shareHandlers } from './handlers/identity/share.ts';
import { softwareHandlers } from './handlers/commerce/software.ts';
import { statisticsHandlers } from './handlers/printing/statistics.ts';
import { templateHandlers } from './handlers/printing/template.ts';
import { uploadHandlers } from './handlers/community/upload.ts';
import { virtualHandlers } from './handlers/printing/virtual.ts';
import { webhookHandlers } from './handlers/printing/webhook.ts';
import { wechatHandlers } from './handlers/identity/wechat.ts';

/** A missing area of the contract does not compile. */
const byArea: { [A in AreaName]: AreaHandlers<A> } = {
  'print-api': printApiHandlers,
  account: accountHandlers,
  contact: contactHandlers,
  passkey: passkeyHandlers,
  wechat: wechatHandlers,
  share: shareHandlers,
  privacy: privacyHandlers,
  batch: batchHandlers,
  'print-config': printConfigHandlers,
  'printer-group': printerGroupHandlers,
  template: templateHandlers,
  client: clientHandlers,
  discovery: discoveryHandlers,
  virtual: virtualHandlers,
  agent: agentHandlers,
  integration: integrationHandlers,
  webhook: webhookHandlers,
  statistics: statisticsHandlers,
  software: softwareHandlers,
  article: articleHandlers,
  guide: guideHandlers,
  handbook: handbookHandlers,
  'printer-models': printerModelHandlers,
  ask: askHandlers,
  notice: noticeHandlers,
  search: searchHandlers,
  upload: uploadHandlers,
  money: moneyHandlers,
  picture: pictureHandlers,
  kit: kitHandlers,
};

export const handlers: Handlers = Object.assign({}, ...Object.values(byArea));
