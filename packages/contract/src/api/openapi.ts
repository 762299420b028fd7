import { z } from 'zod';
import { calls } from './calls.ts';
import { type Audience, type Call, listJsonFields, type ShowsSoftware } from '../core/define.ts';
import { addUnitsToSchema } from '../core/units.ts';

const buildEnvelopeSchema = (data: unknown) => ({
  type: 'object',
  required: ['state', 'code', 'msg', 'data'],
  properties: {
    state: { enum: ['ok', 'fail'] },
    code: { type: 'integer' },
    msg: { type: 'string' },
    data,
  },
});

const SECURITY: Record<Audience, object[]> = {
  public: [],
  member: [{ token: [] }],
  key: [{ key: [] }],
};

/**
 * Media types of a request body. `whole` fields and bulk lists are JSON inside a form; NDJSON has
 * one list item per line.
 */
const buildRequestContent = (call: Call, schema: unknown) => {
  if (call.method === 'PUT') return { 'application/json': { schema } };
  if (call.body === 'multipart') return { 'multipart/form-data': { schema } };
  const { bulk } = call;
  const wholeFields = listJsonFields(call);
  const encoding = wholeFields.length > 0 && {
    encoding: Object.fromEntries(
      wholeFields.map((key) => [key, { contentType: 'application/json' }]),
    ),
  };
  return {
    'application/x-www-form-urlencoded': { schema, ...encoding },
    'application/json': { schema },
    ...(call.body && { 'multipart/form-data': { schema } }),
    ...(bulk && {
      'application/x-ndjson': {
        schema: {
          type: 'string',
          description: `第一行是其他字段组成的对象，之后一行一个 ${bulk.field} 的元素；最多 ${bulk.max} 行`,
        },
      },
    }),
  };
};

const NAMED = '软件的别名，按百分号编码（encodeURIComponent）';
const buildDomainParameter = (isNeeded: boolean, description: string) => ({
  name: 'X-Domain',
  in: 'header',
  required: false,
  // OpenAPI cannot express a parameter that is required on some hosts only.
  'x-required-on-shared-host': isNeeded,
  description: `${NAMED}。${description}`,
  schema: { type: 'string' },
  example: 'yunbiao',
});

const BY_NAME = '依次看参数 alias、domain，这个请求头，软件自己的域名';

/** Meaning of `X-Domain` by the kind of content a call shows. */
const PARAMETERS = {
  software: buildDomainParameter(
    true,
    '在软件自己的域名上可以不写；在别的域名上必须写，没有它就答 404“没有这款软件”',
  ),
  softwareOfOne: buildDomainParameter(false, `${BY_NAME}；都没有说的答 404“没有这款软件”`),
  softwareOfAll: buildDomainParameter(false, `${BY_NAME}；都没有说的不限软件`),
  softwareOfSite: buildDomainParameter(
    false,
    `在软件自己的域名上${BY_NAME}；在别的域名上不看这个请求头，没有写 alias、domain 的是全站的`,
  ),
  domain: buildDomainParameter(
    false,
    '批次、标签、统计、异常、字典和打印客户端的配对看它，没有写的看软件自己的域名；都没有说的，列表和统计是所有软件的，字典是公共的。别的接口不看它',
  ),
} as const;

const SHOWN: Record<ShowsSoftware, keyof typeof PARAMETERS> = {
  one: 'softwareOfOne',
  all: 'softwareOfAll',
  site: 'softwareOfSite',
  frame: 'softwareOfSite',
};

const selectSoftwareParameter = ({
  isInSoftware,
  showsSoftware,
}: Call): keyof typeof PARAMETERS => {
  if (isInSoftware) return 'software';
  return showsSoftware ? SHOWN[showsSoftware] : 'domain';
};

/**
 * A key belongs to an account, so only the key calls that show a software's content take the
 * parameter.
 */
const listSoftwareParameters = (call: Call) =>
  call.audience === 'key' && !call.showsSoftware
    ? []
    : [{ $ref: `#/components/parameters/${selectSoftwareParameter(call)}` }];

/** JSON schemas of a call's input and output, numbers with units. */
export const getCallSchemas = (call: Call) => {
  const input = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' });
  const output = z.toJSONSchema(call.output, { io: 'output', unrepresentable: 'any' });
  addUnitsToSchema(input);
  addUnitsToSchema(output);
  return { input, output };
};

const buildOperation = (name: string, call: Call) => {
  const { input, output } = getCallSchemas(call);
  const properties = input.properties ?? {};
  return {
    operationId: name,
    summary: call.summary,
    security: SECURITY[call.audience],
    'x-audience': call.audience,
    parameters: [
      ...listSoftwareParameters(call),
      ...Object.entries(properties)
        .filter(([key]) => call.method === 'GET' || call.query?.includes(key))
        .map(([key, schema]) => ({
          name: key,
          in: 'query',
          required: input.required?.includes(key) ?? false,
          schema,
        })),
    ],
    ...(call.method !== 'GET' && {
      requestBody: { content: buildRequestContent(call, input) },
    }),
    responses: {
      200:
        call.reply === 'file'
          ? {
              description: '文件',
              content: { 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': {} },
            }
          : call.reply === 'stream'
            ? { description: '事件流', content: { 'text/event-stream': {} } }
            : {
                description: '信封',
                content: { 'application/json': { schema: buildEnvelopeSchema(output) } },
              },
    },
  };
};

/** OpenAPI 3.1 document of every call. */
export const buildOpenApiDocument = (serverUrl: string) => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, call] of Object.entries(calls) as [string, Call][]) {
    paths[call.path] = {
      ...paths[call.path],
      [call.method.toLowerCase()]: buildOperation(name, call),
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: '云标 API', version: '1' },
    servers: [{ url: serverUrl }],
    components: {
      parameters: PARAMETERS,
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'X-Token' },
        key: { type: 'http', scheme: 'bearer', description: '在“API 密钥”页新建' },
      },
    },
    paths,
  };
};
