import type { z } from 'zod';
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
import { statisticsCalls } from './calls/statistics.ts';
import { shareCalls } from './calls/share.ts';
import { softwareCalls } from './calls/software.ts';
import { templateCalls } from './calls/template.ts';
import { uploadCalls } from './calls/upload.ts';
import { virtualCalls } from './calls/virtual.ts';
import { webhookCalls } from './calls/webhook.ts';
import { wechatCalls } from './calls/wechat.ts';

/** Every call of the API, once. Handlers, the client, the OpenAPI document and the authorisation matrix derive from it. */
export const calls = {
  ...account,
  ...contactCalls,
  ...passkeyCalls,
  ...wechatCalls,
  ...shareCalls,
  ...personalCalls,
  ...softwareCalls,
  ...articleCalls,
  ...handbookCalls,
  ...askCalls,
  ...noticeCalls,
  ...searchCalls,
  ...moneyCalls,
  ...uploadCalls,
  ...clientCalls,
  ...foundCalls,
  ...virtualCalls,
  ...printConfigCalls,
  ...printerGroupCalls,
  ...templateCalls,
  ...batchCalls,
  ...statisticsCalls,
  ...agentCalls,
  ...integrationCalls,
  ...webhookCalls,
  ...printApiCalls,
};

export type Calls = typeof calls;
export type CallName = keyof Calls;
/** Calls pages make; the others are for whoever has a key. */
export type PageCall = {
  [N in CallName]: Calls[N]['audience'] extends 'key' ? never : N;
}[CallName];
/** What a caller writes. */
export type CallInput<N extends CallName> = z.input<Calls[N]['input']>;
/** What a handler receives, parsed. */
export type CallParsed<N extends CallName> = z.output<Calls[N]['input']>;
export type CallOutput<N extends CallName> = z.output<Calls[N]['output']>;
