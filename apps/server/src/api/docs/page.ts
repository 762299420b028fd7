import { createHash } from 'node:crypto';
import { type Area, areas, type Audience, type Call, getCallSchemas } from '@yunbiao/contract';
import { escapeHtml as escape, renderApiGuide } from './guide.ts';
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

const AUDIENCE_TEXT: Record<Audience, string> = {
  public: '公开',
  member: '会员：X-Token',
  key: 'API 密钥：Authorization: Bearer',
};

/** Unit of a number, also inside a nullable schema. */
const findSchemaUnit = (schema: Schema): string =>
  schema['x-unit'] ?? (schema.anyOf ?? []).map(findSchemaUnit).find(Boolean) ?? '';

const describeSchemaBounds = (schema: Schema): string => {
  const low = schema.minimum ?? (schema.minLength || undefined);
  const high = schema.maximum ?? schema.maxLength;
  const isText = schema.maxLength !== undefined || schema.minLength !== undefined;
  const unit = isText ? ' 字' : findSchemaUnit(schema) && ` ${findSchemaUnit(schema)}`;
  if (low !== undefined && high !== undefined) return `${low}–${high}${unit}`;
  if (high !== undefined) return `最多 ${high}${unit}`;
  if (low !== undefined) return `至少 ${low}${unit}`;
  return isText || !unit ? '' : `单位${unit}`;
};

const describeSchemaType = (schema: Schema): string => {
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return [...new Set(either.map(describeSchemaType))].join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.prefixItems) return `[${schema.prefixItems.map(describeSchemaType).join(', ')}]`;
  if (schema.type === 'array') return `${describeSchemaType(schema.items || {})}[]`;
  return schema.format ?? [schema.type ?? '任意'].flat().join(' | ');
};

/** The object schema inside an array or a nullable schema. */
const getInnerSchema = (schema: Schema): Schema =>
  (schema.type === 'array' ? schema.items : schema.anyOf?.find((option) => option.properties)) ||
  schema;

const renderSchemaRows = (schema: Schema, prefix = ''): string =>
  Object.entries(schema.properties ?? {})
    .map(([name, field]) => {
      const facts = [
        (schema.required ?? []).includes(name) ? '' : '可省',
        field.description ?? '',
        describeSchemaBounds(field),
        field.default === undefined ? '' : `默认 ${JSON.stringify(field.default)}`,
      ].filter(Boolean);
      const inner = getInnerSchema(field);
      const row = `<tr><td><code>${escape(prefix + name)}</code></td><td><code>${escape(describeSchemaType(field))}</code></td><td>${escape([field.title ?? '', ...facts].filter(Boolean).join('，'))}</td></tr>`;
      return (
        row + renderSchemaRows(inner, `${prefix}${name}${field.type === 'array' ? '[]' : ''}.`)
      );
    })
    .join('');

const renderSchemaTable = (heading: string, schema: Schema): string => {
  const body = renderSchemaRows(schema);
  return body
    ? `<div class="scroll" tabindex="0" role="group" aria-label="${heading}"><table><thead><tr><th>${heading}</th><th>类型</th><th>说明</th></tr></thead><tbody>${body}</tbody></table></div>`
    : '';
};

/**
 * Rendered as a closed `<details>`. The ID is on an element inside, so that a link to it opens the
 * section.
 */
const renderCallDocs = ([name, call]: [string, Call]): string => {
  const { input, output } = getCallSchemas(call) as Record<'input' | 'output', Schema>;
  const only = call.limit?.guessed ? `，只算带 ${call.limit.guessed} 的` : '';
  const limit = call.limit
    ? `；每 ${call.limit.windowS} 秒最多 ${call.limit.max} 次（按${call.limit.by === 'member' ? '会员' : '地址'}${only}）`
    : '';
  const replyNote =
    call.reply === 'file'
      ? '<p>成功时回文件，失败时回信封。</p>'
      : call.reply === 'stream'
        ? '<p>回 text/event-stream。</p>'
        : '';
  const outputSchema =
    output.type === 'array' ? { properties: { '[]': output.items || {} } } : output;
  const software = call.isInSoftware && call.audience !== 'key' ? '；X-Domain：软件' : '';
  return `<details><summary><b>${escape(call.summary)}</b><code>${call.method} ${call.path}</code></summary><div class="call" id="${name}"><p>${AUDIENCE_TEXT[call.audience]}${software}${limit}</p>${replyNote}${renderSchemaTable('参数', input)}${renderSchemaTable('data', outputSchema)}</div></details>`;
};

const renderAreaDocs = ([name, { anchor = name, title, calls }]: [string, Area]): string => {
  const entries = Object.entries(calls);
  return `<section id="area-${anchor}" aria-labelledby="head-${anchor}"><h2 id="head-${anchor}">${escape(title)}<small>${entries.length} 个接口</small></h2>${entries.map(renderCallDocs).join('')}</section>`;
};

const renderApiDocsPage = (): string => {
  const sections: [string, Area][] = Object.entries(areas);
  const index = sections
    .map(
      ([name, { anchor = name, title }]) =>
        `<li><a href="#area-${anchor}">${escape(title)}</a></li>`,
    )
    .join('');
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>云标 API</title><style>${STYLE}</style></head><body><main><a href="/">云标</a><h1>云标 API</h1><p>每个回答都是信封 <code>{state, code, msg, data}</code>：成功时 <code>state</code> 是 <code>ok</code>、<code>code</code> 是 200；失败时 <code>msg</code> 是给人看的一句话，400 的 <code>data.fields</code> 写明每个字段哪里不对，-9999 是登录失效。POST 收表单，也收 JSON；PUT 收 JSON。可以不写的文字，写 <code>-</code> 清空（表单会丢失空值），JSON 里写空的也清空；不写就不变，不是这样的字段另有说明。时间是 ISO 8601 UTC，金额是整数分，编号是字符串。<code>X-Token</code> 是登录的回答里的 <code>token</code>。写着 <code>X-Domain</code> 的接口要说是哪款软件：软件的别名，按百分号编码；在软件自己的域名上可以不写，在别的域名上没有它就回 404。机器可读的说明在 <a href="/np/openapi.json">openapi.json</a>。</p><nav aria-label="接口分类"><ul><li><a href="#guide">五分钟打印出第一张标签</a></li><li><a href="#raw-guide">原样打印</a></li><li><a href="#webhook-guide">Webhook 怎么验签</a></li>${index}</ul></nav>${renderApiGuide()}${sections.map(renderAreaDocs).join('')}</main></body></html>`;
};

let page: string | undefined;

/**
 * Serves the contract as an HTML page. Self-contained: no script, and one style that the CSP allows
 * by hash.
 */
export const createDocsPageReply = (): Response => {
  page ??= renderApiDocsPage();
  const hash = createHash('sha256').update(STYLE).digest('base64');
  return new Response(page, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; frame-ancestors 'none'`,
      'Cache-Control': 'no-cache',
    },
  });
};
