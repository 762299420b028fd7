import type { Handlers } from './handler.ts';
import { accountHandlers } from './handlers/account.ts';
import { agentHandlers } from './handlers/agent.ts';
import { articleHandlers } from './handlers/article.ts';
import { askHandlers } from './handlers/ask.ts';
import { clientHandlers } from './handlers/client.ts';
import { contactHandlers } from './handlers/contact.ts';
import { eventHandlers } from './handlers/events.ts';
import { exportHandlers } from './handlers/export.ts';
import { handbookHandlers } from './handlers/handbook.ts';
import { integrationHandlers } from './handlers/integration.ts';
import { moneyHandlers } from './handlers/money.ts';
import { passkeyHandlers } from './handlers/passkey.ts';
import { personalHandlers } from './handlers/personal.ts';
import { printApiHandlers } from './handlers/print-api.ts';
import { printingHandlers } from './handlers/printing.ts';
import { searchHandlers } from './handlers/search.ts';
import { softwareHandlers } from './handlers/software.ts';
import { templateHandlers } from './handlers/template.ts';
import { uploadHandlers } from './handlers/upload.ts';
import { foundHandlers } from './handlers/found.ts';
import { virtualHandlers } from './handlers/virtual.ts';
import { webhookHandlers } from './handlers/webhook.ts';
import { wechatHandlers } from './handlers/wechat.ts';

/** Every call of the contract. */
export const handlers: Handlers = {
  ...accountHandlers,
  ...contactHandlers,
  ...passkeyHandlers,
  ...wechatHandlers,
  ...personalHandlers,
  ...softwareHandlers,
  ...articleHandlers,
  ...handbookHandlers,
  ...askHandlers,
  ...searchHandlers,
  ...moneyHandlers,
  ...uploadHandlers,
  ...agentHandlers,
  ...clientHandlers,
  ...foundHandlers,
  ...virtualHandlers,
  ...printingHandlers,
  ...templateHandlers,
  ...exportHandlers,
  ...eventHandlers,
  ...integrationHandlers,
  ...webhookHandlers,
  ...printApiHandlers,
};
