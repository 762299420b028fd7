import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { listBucketNames } from './s3-inspect.ts';
import type { S3Settings } from './s3-request.ts';

const listNames = async (settings: S3Settings): Promise<string[]> => {
  const names: string[] = [];
  for await (const name of listBucketNames(settings, 'b/')) names.push(name);
  return names;
};

const servePages = async (pages: readonly string[]): Promise<S3Settings> => {
  let page = 0;
  const server = createServer((_req, res) => {
    res.end(pages[Math.min(page, pages.length - 1)]);
    page += 1;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'labels',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
    pathStyle: true,
  };
};

const FIRST =
  '<Key>b/one&amp;two</Key><NextContinuationToken>t1</NextContinuationToken>' +
  '<CommonPrefixes><Prefix>b/20261130-120000/</Prefix></CommonPrefixes>';

it('lists names and folders of all pages below the prefix', async () => {
  const settings = await servePages([FIRST, '<Prefix>b/</Prefix><Key>b/three</Key>']);
  expect(await listNames(settings)).toEqual(['one&two', '20261130-120000/', 'three']);
});

it('ends when the service gives the same page again', async () => {
  const settings = await servePages([FIRST]);
  await expect(listNames(settings)).rejects.toThrow('RepeatedContinuationToken');
});
