import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApiClient } from '@yunbiao/contract/api/client';
import { toasts } from '@yunbiao/ui/overlay/toast.ts';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { SiteContext } from '../site/context.ts';
import { createVisitorStores } from '../site/stores.ts';
import { fetchFile } from '../page/download-file.ts';
import { buildTableFileName, downloadTable } from './download-table.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const getClient = async (listener: RequestListener) => {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return createApiClient({
    baseUrl,
    getHost: () => 'h',
    getDomain: () => 'label',
    getToken: () => 'secret',
  });
};
const never = new AbortController().signal;
const FILE = {
  'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'content-disposition': 'attachment; filename="table-export.xlsx"',
};

describe('table download', () => {
  // @spec export-sends-headers
  it('sends the auth headers and returns the bytes, counting them as they come', async () => {
    let token: unknown;
    const api = await getClient((request, response) => {
      token = request.headers['x-token'];
      response.writeHead(200, FILE).end('PK-bytes');
    });
    const counts: number[] = [];
    const result = await fetchFile(api, {
      name: 'printStatExport',
      input: { tz: 'UTC' },
      signal: never,
      onBytes: (bytes) => counts.push(bytes),
    });
    expect(token).toBe('secret');
    if (!('blob' in result)) throw new Error('no file');
    expect(result.fileName).toBe('table-export.xlsx');
    expect(await result.blob.text()).toBe('PK-bytes');
    expect(counts.at(-1)).toBe(8);
  });

  // @spec export-default-name
  it('is saved under the specified name, unless the page names it', async () => {
    const api = await getClient((_, response) => {
      response.writeHead(200, FILE).end('PK-bytes');
    });
    const site = { stores: createVisitorStores(), createApi: () => api } as unknown as SiteContext;
    const saved: string[] = [];
    const link = { download: '', click: () => void saved.push(link.download), remove: () => {} };
    vi.stubGlobal('document', { createElement: () => link, body: { append: () => {} } });
    onTestFinished(() => void vi.unstubAllGlobals());
    const request = { name: 'detailExport', input: {}, signal: never } as const;
    expect(await downloadTable(site, 'label', request)).toBe(true);
    await downloadTable(site, 'label', { ...request, fileName: '云标标签-订单.xlsx' });
    expect(saved).toEqual(['table-export.xlsx', '云标标签-订单.xlsx']);
  });

  it('is named by software, content and day, in characters that every system takes', () => {
    const now = new Date(2026, 10, 3, 23, 59);
    expect(buildTableFileName('云标标签', '订单', now)).toBe('云标标签-订单-2026-11-03.xlsx');
    expect(buildTableFileName('a/b:c', '批次', now)).toBe('a b c-批次-2026-11-03.xlsx');
    expect(buildTableFileName('', '批次', now)).toBe('批次-2026-11-03.xlsx');
  });

  it("gives the server's own words when it refuses", async () => {
    const api = await getClient((_, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify({ state: 'fail', code: 400, msg: '日期不对', data: null }));
    });
    const result = await fetchFile(api, { name: 'detailExport', input: {}, signal: never });
    expect(result).toMatchObject({ state: 'fail', code: 400, msg: '日期不对' });
  });

  // @spec export-failure-toast
  it("shows the server's own words as an error toast, and saves nothing", async () => {
    const reply = { state: 'fail', code: 400, msg: '日期不对', data: null };
    const api = await getClient((_, response) => {
      response
        .writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
        .end(JSON.stringify(reply));
    });
    const told: unknown[] = [];
    const site = {
      stores: createVisitorStores(),
      createApi: () => api,
      session: { onReply: (...all: unknown[]) => void told.push(all) },
    } as unknown as SiteContext;
    toasts.set([]);
    const request = { name: 'detailExport', input: {}, signal: never } as const;
    expect(await downloadTable(site, 'label', request)).toBe(false);
    expect(toasts.get()).toMatchObject([{ kind: 'failed', message: '日期不对' }]);
    expect(told).toEqual([['detailExport', reply, '']]);
    toasts.set([]);
  });

  it("makes a proxy's error page and a cut connection a failure with code 500", async () => {
    let calls = 0;
    const api = await getClient((_, response) => {
      calls += 1;
      if (calls === 1) response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>502</h1>');
      else response.destroy();
    });
    for (let i = 0; i < 2; i += 1) {
      const result = await fetchFile(api, { name: 'detailExport', input: {}, signal: never });
      expect(result).toMatchObject({ state: 'fail', code: 500 });
    }
  });

  it('stops when aborted', async () => {
    const api = await getClient((_, response) => {
      response.writeHead(200, FILE).write('part');
    });
    const abort = new AbortController();
    const pending = fetchFile(api, {
      name: 'detailExport',
      input: {},
      signal: abort.signal,
      onBytes: () => abort.abort(),
    });
    await expect(pending).rejects.toThrow();
  });
});
