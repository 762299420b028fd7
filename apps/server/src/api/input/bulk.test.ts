import {
  type Call,
  type CallInput,
  calls,
  createApiClient,
  INPUT_LIMITS,
  MAX_CELLS,
  MAX_ROWS,
  ROW_LIMITS,
  encodeUrlForm,
} from '@yunbiao/contract';
import { describeEachDatabase } from '@yunbiao/db/testing';
import { savePrintConfig, ServiceError } from '@yunbiao/services';
import {
  addClient,
  addMember,
  addPrinter,
  addSoftware,
  addTemplate,
  createConfigInput,
  createTestContext,
  type TestContext,
} from '@yunbiao/services/testing';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '../api.ts';
import { BodySlots } from './body-slots.ts';
import { readCallInput } from '../read-input.ts';
import { parseBulkForm, parseBulkJson } from './bulk.ts';
import { rounds } from '../../../../../scripts/vitest/rounds.ts';

type Rows = CallInput<'print'>['rows'];
type Reply = {
  status: number;
  code: number;
  msg: string;
  data: { total?: number; batchNo?: string; fields?: Record<string, string> } | null;
};

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const LINES = 'application/x-ndjson';
const PATH = calls.print.path;

const toJsonLines = ({ rows, ...rest }: CallInput<'print'>): string =>
  [rest, ...rows].map((item) => JSON.stringify(item)).join('\n');

describeEachDatabase((open) => {
  let ctx: TestContext;
  let api: ReturnType<typeof createApi>;
  let token: string;
  let job: (rows: CallInput<'print'>['rows']) => CallInput<'print'>;

  beforeEach(async () => {
    ctx = createTestContext(await open());
    api = createApi(ctx);
    const softwareId = await addSoftware(ctx, 'yunbiao');
    const member = await addMember(ctx, 'owner');
    ({ token } = member);
    const clientId = await addClient(ctx, member.id, softwareId);
    const templateId = String(await addTemplate(ctx, softwareId));
    const input = createConfigInput(clientId, await addPrinter(ctx, clientId));
    const config = await savePrintConfig({ ctx, memberId: member.id, input });
    // A quota large enough for every test.
    await ctx.db.kysely
      .updateTable('product')
      .set({ entitlements: '{"labelsPerMonth":50000}' })
      .execute();
    let serial = 0;
    job = (rows) => {
      serial += 1;
      const printConfigId = String(config.id);
      return { printConfigId, templateId, rows, idempotencyKey: `attempt-${serial}` };
    };
  });

  const send = async (body: string | ReadableStream, type: string): Promise<Reply> => {
    const response = await api.request(PATH, {
      method: 'POST',
      headers: { 'X-Token': token, 'X-Domain': 'yunbiao', 'Content-Type': type },
      body,
      duplex: 'half',
    } as RequestInit);
    return { ...((await response.json()) as Reply), status: response.status };
  };
  const listStoredData = async (batchNo: string): Promise<unknown[]> => {
    const rows = await ctx.db.kysely
      .selectFrom('detail')
      .innerJoin('batch', 'batch.id', 'detail.batch_id')
      .select('detail.data')
      .where('batch.batch_no', '=', batchNo)
      .orderBy('detail.sequence')
      .execute();
    return rows.map(({ data }): unknown => JSON.parse(data));
  };

  describe('rows', () => {
    const odd = [{ 货号: '', 品名: 'a&b=[c]%+' }, { 货号: ' 007 ', 品名: '' }, { 品名: '😀"\\' }];

    it('arrive as they are by every way there is', async () => {
      const nested = [{ 货号: '1', 品名: '苹果' }];
      const ways = [
        [odd, encodeUrlForm(job(odd), ['rows']).toString(), FORM],
        [odd, JSON.stringify(job(odd)), JSON_TYPE],
        [odd, JSON.stringify(job(odd), null, 2), JSON_TYPE],
        [odd, toJsonLines(job(odd)), LINES],
        [odd, `${toJsonLines(job(odd)).replaceAll('\n', '\r\n')}\r\n\r\n`, LINES],
        [nested, encodeUrlForm(job(nested)).toString(), FORM],
      ] as const;
      for (const [rows, body, type] of ways) {
        const reply = await send(body, type);
        expect([type, reply.code, reply.msg]).toEqual([type, 200, '']);
        expect(await listStoredData(reply.data?.batchNo ?? '')).toEqual(rows);
      }
    });

    it('say by every way which rows of a sheet they are', async () => {
      const rows = ['1', '2', '3'].map((number) => ({ 货号: number }));
      const sheetRows = [4, null, 1_048_576];
      const ways = [
        [sheetRows, encodeUrlForm({ ...job(rows), sheetRows }, ['rows', 'sheetRows']), FORM],
        [sheetRows, JSON.stringify({ ...job(rows), sheetRows }), JSON_TYPE],
        [sheetRows, toJsonLines({ ...job(rows), sheetRows }), LINES],
        [[4, 7, 9], encodeUrlForm({ ...job(rows), sheetRows: [4, 7, 9] }), FORM],
      ] as const;
      for (const [wanted, body, type] of ways) {
        const { code, msg, data } = await send(body.toString(), type);
        expect([type, code, msg]).toEqual([type, 200, '']);
        const labels = await ctx.db.kysely
          .selectFrom('detail')
          .innerJoin('batch', 'batch.id', 'detail.batch_id')
          .select('detail.sheet_row')
          .where('batch.batch_no', '=', data?.batchNo ?? '')
          .orderBy('detail.sequence')
          .execute();
        expect(labels.map((label) => label.sheet_row)).toEqual(wanted);
      }
    });

    it("come from the site's own client as the page has them", async () => {
      const client = createApiClient({
        baseUrl: '',
        getHost: () => 'a',
        getDomain: () => 'yunbiao',
        getToken: () => token,
        fetch: async (url, init) => api.request(url, init),
      });
      const reply = await client.call('print', job(odd));
      expect(
        await listStoredData(reply.data && 'batchNo' in reply.data ? reply.data.batchNo : ''),
      ).toEqual(odd);
    });

    it('come ten thousand at once, and not one more', async () => {
      const rows = Array.from({ length: MAX_ROWS }, (_, n) => ({ 货号: String(n), 品名: '苹果' }));
      const all = await send(toJsonLines(job(rows)), LINES);
      expect([all.code, all.data?.total]).toEqual([200, MAX_ROWS]);
      const more = [...rows, { 货号: 'x' }];
      for (const [body, type] of [
        [toJsonLines(job(more)), LINES],
        [JSON.stringify(job(more)), JSON_TYPE],
        [encodeUrlForm(job(more), ['rows']).toString(), FORM],
        [encodeUrlForm(job(more)).toString(), FORM],
      ] as const) {
        const reply = await send(body, type);
        expect([type, reply.code, reply.msg]).toEqual([type, 400, '一批最多 10,000 行']);
      }
    });

    it('are told apart when they are wrong', async () => {
      const createRows = (value: unknown) => [{ 货号: '1' }, value] as Rows;
      const long = 'x'.repeat(4_001);
      for (const [rows, key, words] of [
        [createRows({ 货号: long }), 'rows.1.货号', '第 2 行：内容最多 4000 个字'],
        [createRows({ 货号: 7 }), 'rows.1.货号', '第 2 行：内容格式不对'],
        [createRows('x'), 'rows.1', '第 2 行：内容格式不对'],
        [createRows({ 货号: '\0' }), 'rows.1', '第 2 行：内容里有不能用的空字符'],
        [createRows(JSON.parse('{"__proto__":"a"}')), 'rows.1', '第 2 行：字段不能叫 __proto__'],
        [[] as Rows, 'rows', '至少要有一行'],
      ] as const) {
        for (const [body, type] of [
          [JSON.stringify(job(rows)), JSON_TYPE],
          [toJsonLines(job(rows)), LINES],
        ] as const) {
          const { code, data } = await send(body, type);
          expect([type, code, data?.fields]).toEqual([type, 400, { [key]: words }]);
        }
      }
      const sheet = { ...job(createRows({ 货号: 7 })), sheetRows: [3, 17] };
      for (const [body, type] of [
        [JSON.stringify(sheet), JSON_TYPE],
        [toJsonLines(sheet), LINES],
        [encodeUrlForm({ ...sheet, rows: JSON.stringify(sheet.rows) }).toString(), FORM],
      ] as const) {
        const { data } = await send(body, type);
        expect([type, data?.fields]).toEqual([
          type,
          { 'rows.1.货号': '表格第 17 行：内容格式不对' },
        ]);
      }
      const missing = await send('{"rows":[{"a":7}]}', JSON_TYPE);
      expect(missing.data?.fields).toMatchObject({
        printConfigId: '请填写打印机配置，或者打印机组',
        'rows.0.a': '第 1 行：内容格式不对',
      });
    });

    it('reach the verb as they were sent, whatever is in them', async () => {
      const text = fc.oneof(
        fc.constantFrom('', '[', ']', '&', '=', '%5B', '+', 'constructor'),
        fc.string({ unit: 'grapheme', maxLength: 20 }),
      );
      const row = fc
        .dictionary(text, text, { maxKeys: 6 })
        .filter((item) => !Object.hasOwn(item, '__proto__'));
      await fc.assert(
        fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 5 }), async (rows) => {
          const input = job(rows);
          for (const [body, type] of [
            [encodeUrlForm(input, ['rows']).toString(), FORM],
            [JSON.stringify(input), JSON_TYPE],
            [toJsonLines(input), LINES],
          ] as const) {
            const request = new Request('http://a.test/', {
              method: 'POST',
              headers: { 'Content-Type': type },
              body,
            });
            const read = await readCallInput(calls.print, request, {
              who: 'a',
              bodies: new BodySlots(),
            });
            const readEntries = (read as { rows: object[] }).rows.map((row) => Object.entries(row));
            expect(readEntries).toEqual(rows.map((row) => Object.entries(row)));
          }
        }),
        { numRuns: rounds(60) },
      );
    });
  });
});

const SENDER = { who: 'a', bodies: new BodySlots() };

const catchServiceError = (work: Promise<unknown>): Promise<ServiceError | null> =>
  work.then(
    () => null,
    (error: unknown) => {
      if (error instanceof ServiceError) return error;
      throw error;
    },
  );

const getRefusal = async (call: Call, body: string | ReadableStream, type: string) => {
  const headers = { 'Content-Type': type };
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  const request = new Request('http://a.test/', init);
  const error = await catchServiceError(readCallInput(call, request, SENDER));
  return { code: error?.code, msg: error?.message };
};

describe('hostile bodies', () => {
  const buildObjectWithKeys = (count: number) => `{${'"a":"",'.repeat(count)}"b":""}`;
  const buildNestedKeys = (count: number, getRow: (n: number) => number) =>
    Array.from({ length: count }, (_, n) => `rows[${getRow(n)}][k${n}]=1`).join('&');

  it.each([
    [
      'two million keys',
      `{"rows":[${buildObjectWithKeys(2_000_000)}]}`,
      JSON_TYPE,
      400,
      '项目太多',
    ],
    ['two million keys outside', buildObjectWithKeys(2_000_000), JSON_TYPE, 400, '项目太多'],
    ['two million rows', `{"rows":[${'{},'.repeat(2_000_000)}{}]}`, JSON_TYPE, 400, '项目太多'],
    ['one row of many keys', `{"rows":[${buildObjectWithKeys(200)}]}`, JSON_TYPE, 400, '项目太多'],
    ['a deep row', `{"rows":[{"a":{"b":{}}}]}`, JSON_TYPE, 400, '嵌套太深'],
    ['much beside the rows', `{"a":"${'x'.repeat(130_000)}","rows":[]}`, JSON_TYPE, 413, '120 KB'],
    ['rows twice', '{"rows":[{}],"rows":[{}]}', JSON_TYPE, 400, '不是正确的 JSON'],
    ['a long row', `{"rows":[{"a":"${'x'.repeat(300_000)}"}]}`, JSON_TYPE, 413, '256 KB'],
    ['half a text', '{"rows":[{"a":"b"}', JSON_TYPE, 400, '不是正确的 JSON'],
    ['a million fields', 'a&'.repeat(1_000_000), FORM, 400, '项目太多'],
    ['brackets', `${'['.repeat(19_000)}=1`, FORM, 400, '请填写'],
    ['deep brackets', `rows${'[a]'.repeat(5_000)}=1`, FORM, 400, '嵌套太深'],
    ['one row of many fields', buildNestedKeys(200, () => 0), FORM, 400, '项目太多'],
    ['rows of many fields', buildNestedKeys(290_000, (n) => n % 1_000), FORM, 400, '项目太多'],
    ['a deep row of fields', 'rows[0][a][b][c]=1', FORM, 400, '嵌套太深'],
    ['places that are none', 'rows[0][a]=1&rows[2][a]=1', FORM, 400, '请填写'],
    ['rows that are none', 'rows=5', FORM, 400, 'JSON 数组'],
    ['more after the rows', 'rows=[]{}', FORM, 400, 'JSON 数组'],
    ['a line of many keys', `{}\n${buildObjectWithKeys(200)}`, LINES, 400, '项目太多'],
    ['a line without end', `{}\n"${'x'.repeat(ROW_LIMITS.bytes)}`, LINES, 413, '256 KB'],
    ['a first line that is none', '[]\n{}', LINES, 400, '不是正确的 JSON'],
    ['a broken line', '{}\n{"a":', LINES, 400, '不是正确的 JSON'],
    ['too much', `rows=${'x'.repeat(25_000_000)}`, FORM, 413, '24 MB'],
    ['something else', '<a/>', 'text/xml', 415, '表单或 JSON'],
  ])('%s is refused in words', async (_name, body, type, code, words) => {
    const reply = await getRefusal(calls.print, body, type);
    expect([reply.code, reply.msg]).toEqual([code, expect.stringContaining(words)]);
  });

  it('stop being read at the row too many', async () => {
    let sent = 0;
    const chunk = Buffer.from('{"a":"b"}\n'.repeat(1_000));
    const body = new ReadableStream({
      pull: (controller) => {
        sent += 1;
        controller.enqueue(sent === 1 ? Buffer.from('{}\n') : chunk);
      },
    });
    const reply = await getRefusal(calls.print, body, LINES);
    expect(reply.msg).toBe('一批最多 10,000 行');
    expect(sent).toBeLessThan(30);
  });

  it('cost no more for coming byte by byte', async () => {
    // Copying the buffer for each chunk would take minutes with this line.
    let sent = 0;
    const line = Buffer.from(`{}\n{"a":"${'x'.repeat(ROW_LIMITS.bytes - 10)}`);
    const body = new ReadableStream({
      pull: (controller) => {
        for (let n = 0; n < 10_000 && sent < line.length; n += 1)
          controller.enqueue(line.subarray(sent, (sent += 1)));
        if (sent === line.length) controller.close();
      },
    });
    expect((await getRefusal(calls.print, body, LINES)).msg).toBe('请求体不是正确的 JSON');
  });

  it('leave no more cells than a batch may have', async () => {
    const row = JSON.stringify(
      Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`f${n}`, ''])),
    );
    const rows = Math.ceil(MAX_CELLS / 90);
    const reply = await getRefusal(calls.print, `{}\n${`${row}\n`.repeat(rows)}`, LINES);
    expect(reply.msg).toContain('项目太多');
  });

  it('taken apart into many rows are put together a row at a time', () => {
    const call = calls.print;
    const body = buildNestedKeys(MAX_CELLS - 1, (n) => Math.floor(n / 30));
    const work = parseBulkForm(Buffer.from(body), call);
    let [steps, read] = [0, work.next()];
    for (; !read.done; steps += 1) read = work.next();
    expect(read.value.list).toHaveLength(MAX_ROWS);
    // One step per field, and one per row.
    expect(steps).toBeGreaterThanOrEqual(MAX_CELLS - 1 + MAX_ROWS);
  });

  it('have room for the sheet row of each row, by every way', async () => {
    const rows = Array.from({ length: MAX_ROWS }, () => ({ 货号: '1' }));
    const sheetRows = rows.map((_, at) => 1_000_000 + at);
    const input = {
      printConfigId: '1',
      templateId: '1',
      idempotencyKey: 'attempt-1',
      rows,
      sheetRows,
    };
    for (const [body, type] of [
      [encodeUrlForm(input, ['rows', 'sheetRows']).toString(), FORM],
      [JSON.stringify(input), JSON_TYPE],
      [toJsonLines(input), LINES],
    ] as const) {
      const init = { method: 'POST', headers: { 'Content-Type': type }, body };
      const read = await readCallInput(calls.print, new Request('http://a.test/', init), SENDER);
      expect((read as typeof input).sheetRows).toEqual(sheetRows);
    }
  });

  it.each([
    ['zero', [0], '表格行不能小于 1'],
    ['a row below the last one', [1_048_577], '表格行不能大于 1048576'],
    ['a part of a row', [1.5], '表格行格式不对'],
    ['a word', ['x'], '表格行格式不对'],
    ['more rows than a batch has', Array.from({ length: MAX_ROWS + 1 }, () => 1), '一批最多'],
    ['no list', '1', '表格行格式不对'],
  ])('name no row of a sheet: %s', async (_, sheetRows, message) => {
    const input = { printConfigId: '1', templateId: '1', idempotencyKey: 'attempt-1', rows: [{}] };
    const { code, msg } = await getRefusal(
      calls.print,
      JSON.stringify({ ...input, sheetRows }),
      JSON_TYPE,
    );
    expect([code, msg]).toEqual([400, expect.stringContaining(message)]);
  });

  it('have sheet rows beside as many values as the rows may have', () => {
    const { bulk } = calls.print;
    const call = {
      ...calls.print,
      limits: { items: 3 },
      bulk: { ...bulk, restLimits: { ...bulk.restLimits, items: 5 } },
    };
    const read = (work: Generator<void, unknown>): unknown => {
      for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
    };
    const input = { sheetRows: [4, 5], rows: [{ a: '' }] };
    expect(read(parseBulkJson(Buffer.from(JSON.stringify(input)), call))).toEqual({
      rest: { sheetRows: input.sheetRows },
      list: input.rows,
    });
    const more = JSON.stringify({ ...input, sheetRows: [4, 5, 6, 7, 8] });
    expect(() => read(parseBulkJson(Buffer.from(more), call))).toThrow();
  });

  it('with a text that is no list of sheet rows name the field, and take an empty one as none', async () => {
    const buildBody = (text: string) =>
      encodeUrlForm({
        printConfigId: '1',
        templateId: '1',
        idempotencyKey: 'attempt-1',
        sheetRows: text,
        rows: '[{}]',
      });
    const buildForm = (text: string) => buildBody(text).toString();
    for (const text of ['x', '[1', '1,2'])
      expect(await getRefusal(calls.print, buildForm(text), FORM)).toEqual({
        code: 400,
        msg: 'sheetRows 要写成 JSON 数组',
      });
    expect(await getRefusal(calls.print, buildForm(' '), FORM)).toEqual({});
  });

  it('end by the limit of the call, and a query by the same rules', async () => {
    for (const [body, type, code, words] of [
      ['['.repeat(100_000), FORM, 413, '最多 20 KB'],
      ['['.repeat(INPUT_LIMITS.bytes), FORM, 400, '请填写'],
      ['a&'.repeat(1_000), FORM, 400, '项目太多'],
      [`[${'1,'.repeat(5_000)}1]`, JSON_TYPE, 400, '项目太多'],
      [`{"a":"${'x'.repeat(30_000)}"}`, JSON_TYPE, 413, '最多 20 KB'],
    ] as const) {
      const reply = await getRefusal(calls.login, body, type);
      expect([reply.code, reply.msg]).toEqual([code, expect.stringContaining(words)]);
    }
    const query = (text: string) =>
      catchServiceError(
        readCallInput(calls.siteIndex, new Request(`http://a.test/?${text}`), SENDER),
      );
    expect((await query('a&'.repeat(1_000)))?.message).toContain('项目太多');
    expect((await query(`a${'[b]'.repeat(100)}=1`))?.message).toContain('嵌套太深');
    expect(await query('['.repeat(10_000))).toBeNull();
  });

  it('are held together up to a limit, and given back', async () => {
    const bodies = new BodySlots({ small: { bytes: 1, ms: 200 } });
    const createEndlessRequest = () =>
      new Request('http://a.test/', {
        method: 'POST',
        headers: { 'Content-Type': FORM },
        duplex: 'half',
        body: new ReadableStream({
          start: (controller) => controller.enqueue(new Uint8Array(16_000)),
        }),
      } as RequestInit);
    const open = Array.from({ length: 5_000 }, createEndlessRequest);
    const answers = open.map((request) =>
      catchServiceError(readCallInput(calls.login, request, { who: 'a', bodies })),
    );
    const first = await Promise.race(answers);
    expect(first?.code).toBe(503);
    const codes = await Promise.all(answers);
    expect(new Set(codes.map((code) => code?.code))).toEqual(new Set([503, 408]));
    const next = new Request('http://a.test/', { method: 'POST', body: 'username=a&password=b' });
    next.headers.set('Content-Type', FORM);
    expect(
      await catchServiceError(readCallInput(calls.login, next, { who: 'a', bodies })),
    ).toBeNull();
  });
});
