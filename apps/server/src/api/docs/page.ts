import { createHash } from 'node:crypto';
import { type Area, AREAS, type Audience, type Call, getCallSchemas } from '@yunbiao/contract';
import { escapeHtml as escape, guide } from './guide.ts';
import { STYLE } from './style.ts';

type Schema = {
  type?: string | string[];
  title?: string;
  format?: string;
  enum?: unknown[];
  default?: unknown;
  items?: Schema | false;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  description?: string;
  'x-unit'?: string;
};

const AUDIENCE: Record<Audience, string> = {
  public: '公开',
  member: '会员：X-Token',
  key: 'API 密钥：Authorization: Bearer',
};

/** What the number counts in; behind a value that may be null, too. */
const readUnit = (schema: Schema): string =>
  schema['x-unit'] ?? (schema.anyOf ?? []).map(readUnit).find(Boolean) ?? '';

const bounds = (schema: Schema): string => {
  const low = schema.minimum ?? (schema.minLength || undefined);
  const high = schema.maximum ?? schema.maxLength;
  const isText = schema.maxLength !== undefined || schema.minLength !== undefined;
  const unit = isText ? ' 字' : readUnit(schema) && ` ${readUnit(schema)}`;
  if (low !== undefined && high !== undefined) return `${low}–${high}${unit}`;
  if (high !== undefined) return `最多 ${high}${unit}`;
  if (low !== undefined) return `至少 ${low}${unit}`;
  return isText || !unit ? '' : `单位${unit}`;
};

const getType = (schema: Schema): string => {
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return [...new Set(either.map(getType))].join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.prefixItems) return `[${schema.prefixItems.map(getType).join(', ')}]`;
  if (schema.type === 'array') return `${getType(schema.items || {})}[]`;
  return schema.format ?? [schema.type ?? '任意'].flat().join(' | ');
};

/** The fields behind an array, or behind a value that may be null. */
const getInner = (schema: Schema): Schema =>
  (schema.type === 'array' ? schema.items : schema.anyOf?.find((one) => one.properties)) || schema;

const rows = (schema: Schema, prefix = ''): string =>
  Object.entries(schema.properties ?? {})
    .map(([name, field]) => {
      const facts = [
        (schema.required ?? []).includes(name) ? '' : '可省',
        field.description ?? '',
        bounds(field),
        field.default === undefined ? '' : `默认 ${JSON.stringify(field.default)}`,
      ].filter(Boolean);
      const inner = getInner(field);
      const row = `<tr><td><code>${escape(prefix + name)}</code></td><td><code>${escape(getType(field))}</code></td><td>${escape([field.title ?? '', ...facts].filter(Boolean).join('，'))}</td></tr>`;
      return row + rows(inner, `${prefix}${name}${field.type === 'array' ? '[]' : ''}.`);
    })
    .join('');

const table = (heading: string, schema: Schema): string => {
  const body = rows(schema);
  return body
    ? `<div class="scroll" tabindex="0" role="group" aria-label="${heading}"><table><thead><tr><th>${heading}</th><th>类型</th><th>说明</th></tr></thead><tbody>${body}</tbody></table></div>`
    : '';
};

/** Closed until it is looked for; the name is inside, so that a link to it opens it. */
const entry = ([name, call]: [string, Call]): string => {
  const { input, output } = getCallSchemas(call) as Record<'input' | 'output', Schema>;
  const only = call.limit?.guessed ? `，只算带 ${call.limit.guessed} 的` : '';
  const limit = call.limit
    ? `；每 ${call.limit.windowS} 秒最多 ${call.limit.max} 次（按${call.limit.by === 'member' ? '会员' : '地址'}${only}）`
    : '';
  const kind =
    call.reply === 'file'
      ? '<p>成功时回文件，失败时回信封。</p>'
      : call.reply === 'stream'
        ? '<p>回 text/event-stream。</p>'
        : '';
  const list = output.type === 'array' ? { properties: { '[]': output.items || {} } } : output;
  const software = call.isInSoftware && call.audience !== 'key' ? '；X-Domain：软件' : '';
  return `<details><summary><b>${escape(call.summary)}</b><code>${call.method} ${call.path}</code></summary><div class="call" id="${name}"><p>${AUDIENCE[call.audience]}${software}${limit}</p>${kind}${table('参数', input)}${table('data', list)}</div></details>`;
};

const section = ({ id, title, calls }: Area): string => {
  const all = Object.entries(calls);
  return `<section id="area-${id}" aria-labelledby="head-${id}"><h2 id="head-${id}">${escape(title)}<small>${all.length} 个接口</small></h2>${all.map(entry).join('')}</section>`;
};

const build = (): string => {
  const index = AREAS.map(
    ({ id, title }) => `<li><a href="#area-${id}">${escape(title)}</a></li>`,
  ).join('');
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>云标 API</title><style>${STYLE}</style></head><body><main><a href="/">云标</a><h1>云标 API</h1><p>每个回答都是信封 <code>{state, code, msg, data}</code>：成功时 <code>state</code> 是 <code>ok</code>、<code>code</code> 是 200；失败时 <code>msg</code> 是给人看的一句话，400 的 <code>data.fields</code> 写明每个字段哪里不对，-9999 是登录失效。POST 收表单，也收 JSON；PUT 收 JSON。可以不写的文字，写 <code>-</code> 清空（表单会丢掉空值），JSON 里写空的也清空；不写就不变，不是这样的字段另有说明。时间是 ISO 8601 UTC，金额是整数分，编号是字符串。<code>X-Token</code> 是登录的回答里的 <code>token</code>。写着 <code>X-Domain</code> 的接口要说是哪款软件：软件的别名，按百分号编码；在软件自己的域名上可以不写，在别的域名上没有它就回 404。机器可读的说明在 <a href="/np/openapi.json">openapi.json</a>。</p><nav aria-label="接口分类"><ul><li><a href="#guide">五分钟打出第一张标签</a></li><li><a href="#raw-guide">原样打印</a></li><li><a href="#webhook-guide">Webhook 怎么验签</a></li>${index}</ul></nav>${guide()}${AREAS.map(section).join('')}</main></body></html>`;
};

let page: string | undefined;

/** The contract as a page for people. Self-contained: no script, one style the policy names by its hash. */
export const docsPage = (): Response => {
  page ??= build();
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return new Response(page, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
      'Cache-Control': 'no-cache',
    },
  });
};
