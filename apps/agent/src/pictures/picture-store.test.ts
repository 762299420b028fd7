import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import type { AgentMessage } from '@yunbiao/contract/gateway/gateway';
import { encodeGrayAsPng } from '@yunbiao/label';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { computeDigest, openPictureFiles } from './picture-files.ts';
import { createPictureStore } from './picture-store.ts';

const createPng = (gray: number): Buffer =>
  Buffer.from(
    encodeGrayAsPng({ width: 2, height: 1, gray: Uint8Array.of(gray, gray) }, (bytes, level) =>
      deflateSync(bytes, { level }),
    ),
  );
const [BLACK, GREY] = [createPng(0), createPng(100)];
const [BLACK_DIGEST, GREY_DIGEST] = [computeDigest(BLACK), computeDigest(GREY)];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'yb-pictures-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const openStore = (maxBytes?: number) => {
  const sent: AgentMessage[] = [];
  let arrivals = 0;
  const store = createPictureStore({
    files: openPictureFiles(folder, maxBytes),
    send: (message) => sent.push(message),
    onArrival: () => (arrivals += 1),
  });
  const answer = (sha256: string, file: Buffer | null): void =>
    store.receive({ type: 'picture', sha256, bytes: file?.toString('base64') ?? null });
  return { store, sent, answer, countArrivals: () => arrivals };
};

const LABEL = { pictures: { 鞋: BLACK_DIGEST, 帽: GREY_DIGEST } };

describe('pictures of leased labels', () => {
  it('are asked for one after the other, once, and drawn when all are there', () => {
    const { store, sent, answer, countArrivals } = openStore();
    expect(store.hasPicturesOf([{}])).toBe(true);
    expect(store.hasPicturesOf([LABEL])).toBe(false);
    expect(store.hasPicturesOf([LABEL, LABEL])).toBe(false);
    expect(sent).toEqual([{ type: 'picture', sha256: BLACK_DIGEST }]);
    answer(BLACK_DIGEST, BLACK);
    expect(sent.at(-1)).toEqual({ type: 'picture', sha256: GREY_DIGEST });
    expect(store.hasPicturesOf([LABEL])).toBe(false);
    answer(GREY_DIGEST, GREY);
    expect([store.hasPicturesOf([LABEL]), countArrivals(), sent.length]).toEqual([true, 2, 2]);
    const pictures = store.getPicturesOf(LABEL);
    expect(pictures.find('帽')).toMatchObject({ width: 2, gray: Uint8Array.of(100, 100) });
    expect(pictures.find('constructor')).toBeUndefined();
  });

  it('are on the disk for the next start', () => {
    const first = openStore();
    first.store.hasPicturesOf([LABEL]);
    first.answer(BLACK_DIGEST, BLACK);
    first.answer(GREY_DIGEST, GREY);
    const { store, sent } = openStore();
    expect([store.hasPicturesOf([LABEL]), sent]).toEqual([true, []]);
  });

  it('that the server lacks, or sends wrongly, are no pictures until the next connection', () => {
    const { store, sent, answer } = openStore();
    store.hasPicturesOf([LABEL]);
    answer(BLACK_DIGEST, null);
    answer(GREY_DIGEST, BLACK);
    expect(store.hasPicturesOf([LABEL])).toBe(true);
    expect(store.getPicturesOf(LABEL).find('鞋')).toBeUndefined();
    expect(store.getPicturesOf(LABEL).find('帽')).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
    store.restart();
    expect([store.hasPicturesOf([LABEL]), sent.length]).toEqual([false, 3]);
  });

  it('may be many on one row, and none of them there', () => {
    const { store, sent, answer } = openStore();
    const digests = Array.from({ length: 40 }, (_, n) => String(n).padStart(64, '0'));
    const label = { pictures: Object.fromEntries(digests.map((sha256) => [sha256, sha256])) };
    expect(store.hasPicturesOf([label])).toBe(false);
    for (const sha256 of digests) answer(sha256, null);
    expect([store.hasPicturesOf([label]), sent.length]).toEqual([true, digests.length]);
  });

  it('are asked for again by a new connection', () => {
    const { store, sent } = openStore();
    store.hasPicturesOf([LABEL]);
    store.restart();
    store.hasPicturesOf([LABEL]);
    expect(sent.map((message) => message.type === 'picture' && message.sha256)).toEqual([
      BLACK_DIGEST,
      BLACK_DIGEST,
    ]);
  });
});

describe('files of pictures', () => {
  it('are deleted when there are too many, those unused for longest first', () => {
    const files = openPictureFiles(folder, BLACK.byteLength + GREY.byteLength);
    files.write(BLACK_DIGEST, BLACK);
    files.write(GREY_DIGEST, GREY);
    utimesSync(join(folder, BLACK_DIGEST), new Date(2_000), new Date(2_000));
    utimesSync(join(folder, GREY_DIGEST), new Date(1_000), new Date(1_000));
    const later = openPictureFiles(folder, BLACK.byteLength + GREY.byteLength);
    const white = createPng(255);
    later.write(computeDigest(white), white);
    expect(readdirSync(folder).toSorted()).toEqual([BLACK_DIGEST, computeDigest(white)].toSorted());
    expect([later.read(GREY_DIGEST), later.read(BLACK_DIGEST)]).toEqual([null, BLACK]);
  });

  it('are not trusted when they changed, and parts of writes are removed', () => {
    openPictureFiles(folder).write(BLACK_DIGEST, BLACK);
    writeFileSync(join(folder, BLACK_DIGEST), GREY);
    writeFileSync(join(folder, `${BLACK_DIGEST}.00.part`), 'x');
    const files = openPictureFiles(folder);
    expect(files.read(BLACK_DIGEST)).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });
});
