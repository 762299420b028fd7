import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ProgramFile } from '@yunbiao/contract/gateway/programs';
import { fetchProgram } from './fetch-program.ts';

const BYTES = randomBytes(300_000);
const SHA = createHash('sha256').update(BYTES).digest('hex');
const FILE: ProgramFile = { version: '0.2.0', path: '/files/1/x', size: BYTES.length, sha256: SHA };

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'yb-fetch-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

type Serve = (request: IncomingMessage, reply: ServerResponse, asked: number) => void;

const startSite = async (serve: Serve): Promise<{ server: string; ranges: string[] }> => {
  const ranges: string[] = [];
  const site = createServer((request, reply) => {
    ranges.push(request.headers.range ?? '');
    serve(request, reply, ranges.length);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    site.closeAllConnections();
    site.close();
  });
  // A listening TCP server has an AddressInfo.
  return { server: `http://127.0.0.1:${(site.address() as AddressInfo).port}`, ranges };
};

/** Start offset of the requested range, as the site serves its files. */
const parseRangeStart = (request: IncomingMessage): number => {
  const match = /^bytes=(\d+)-$/.exec(request.headers.range ?? '');
  return match && request.headers['if-range'] === `"${SHA}"` ? Number(match[1]) : 0;
};

it('goes on where a broken line left it, until the file is whole', async () => {
  const { server, ranges } = await startSite((request, reply, asked) => {
    const start = parseRangeStart(request);
    reply.writeHead(start > 0 ? 206 : 200);
    if (asked >= 4) return reply.end(BYTES.subarray(start));
    // The written part arrives, then the connection ends within the answer.
    reply.write(BYTES.subarray(start, start + 70_000), () => reply.socket?.end());
  });
  const part = await fetchProgram({ server, file: FILE, folder: newFolder(), pauses: [1, 1, 1] });
  expect(readFileSync(part).equals(BYTES)).toBe(true);
  expect(ranges).toEqual(['', 'bytes=70000-', 'bytes=140000-', 'bytes=210000-']);
});

it('starts over when the site serves the whole, or another file under the same address', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, `${SHA.slice(0, 16)}.part`), randomBytes(1000));
  writeFileSync(join(folder, `${'0'.repeat(16)}.part`), 'of another version');
  const { server } = await startSite((_request, reply) => reply.end(BYTES));
  const part = await fetchProgram({ server, file: FILE, folder, pauses: [] });
  expect(readFileSync(part).equals(BYTES)).toBe(true);
  expect(readdirSync(folder)).toHaveLength(1);
});

it('keeps nothing of a file that is not what the site told', async () => {
  const folder = newFolder();
  const other = Buffer.from(BYTES);
  other[5] = (other[5] ?? 0) ^ 1;
  const { server } = await startSite((_request, reply) => reply.end(other));
  await expect(fetchProgram({ server, file: FILE, folder, pauses: [] })).rejects.toThrow('SHA-256');
  expect(readdirSync(folder)).toEqual([]);
});

it('takes not a byte more than was told', async () => {
  const folder = newFolder();
  let sent = 0;
  const { server } = await startSite((_request, reply) => {
    const sendMore = (): void => {
      sent += 65_536;
      if (!reply.destroyed && sent < 50_000_000) reply.write(Buffer.alloc(65_536), sendMore);
    };
    sendMore();
  });
  await expect(fetchProgram({ server, file: FILE, folder, pauses: [] })).rejects.toThrow('大');
  expect(sent).toBeLessThan(50_000_000);
});

it('gives up on a site that has it no more, or does not answer', async () => {
  const { server, ranges } = await startSite((_request, reply) => reply.writeHead(404).end());
  const folder = newFolder();
  await expect(fetchProgram({ server, file: FILE, folder })).rejects.toThrow('没有这个文件了');
  expect(ranges).toHaveLength(1);
  const away = { server: 'http://127.0.0.1:1', file: FILE, folder, pauses: [1, 1] };
  await expect(fetchProgram(away)).rejects.toThrow('网站没有开着');
});
