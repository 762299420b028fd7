import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProgramFile } from '@yunbiao/contract/gateway/programs';
import { toUserErrorOrNull, UserError, explainSiteUnreachable } from '../../errors.ts';
import { openHttpResponseStream } from '../../gateway/http.ts';

const PART_PATTERN = /^[0-9a-f]{16}\.part$/;

export type ProgramDownload = {
  server: string;
  file: ProgramFile;
  /** Folder for partial downloads. An interrupted download resumes, even in another process. */
  folder: string;
  /** Delays between attempts without progress, ms. */
  pauses?: readonly number[];
};

const RETRY_DELAYS_MS = [1000, 5000, 15_000, 60_000] as const;

const getFileSizeOrZero = (path: string): number => {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
};

const deleteOtherParts = (folder: string, ownPart: string): void => {
  for (const name of readdirSync(folder))
    if (PART_PATTERN.test(name) && name !== ownPart) rmSync(join(folder, name), { force: true });
};

/**
 * Yields the bytes up to the announced size. Throws beyond it, so that a larger response cannot
 * fill the disk.
 */
const streamLimitedBytes = async function* (
  answer: IncomingMessage,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let remainingBytes = maxBytes;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    remainingBytes -= chunk.length;
    if (remainingBytes < 0) throw new UserError('下载的文件比网站说的大');
    yield chunk;
  }
};

/** Downloads the missing bytes and appends them. */
const downloadMissingBytes = async (
  { server, file }: ProgramDownload,
  part: string,
): Promise<void> => {
  const existingBytes = getFileSizeOrZero(part);
  if (existingBytes === file.size) return;
  const canResume = existingBytes > 0 && existingBytes < file.size;
  const answer = await openHttpResponseStream(`${server}${file.path}`, {
    headers: canResume ? { range: `bytes=${existingBytes}-`, 'if-range': `"${file.sha256}"` } : {},
  });
  const { statusCode = 0 } = answer;
  const isResumed = canResume && statusCode === 206;
  if (statusCode !== 200 && !isResumed) {
    answer.destroy();
    if (statusCode === 416) rmSync(part, { force: true });
    if (statusCode === 404) throw new UserError('网站上没有这个文件了');
    throw new Error(`HTTP ${statusCode}`);
  }
  const max = isResumed ? file.size - existingBytes : file.size;
  await pipeline(
    streamLimitedBytes(answer, max),
    createWriteStream(part, { flags: isResumed ? 'a' : 'w', mode: 0o600 }),
  );
  if (getFileSizeOrZero(part) < file.size) throw new Error('没有收完');
};

const computeFileSha256 = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

/**
 * Downloads a program from the site and checks its hash, which the client received over its own
 * connection. Resumes after connection failures. Resolves to the path. Throws UserError.
 */
export const fetchProgram = async (download: ProgramDownload): Promise<string> => {
  const { file, folder, pauses = RETRY_DELAYS_MS } = download;
  const name = `${file.sha256.slice(0, 16)}.part`;
  const part = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  deleteOtherParts(folder, name);
  let previousSize = getFileSizeOrZero(part);
  for (let tries = 0; ;) {
    try {
      await downloadMissingBytes(download, part);
      break;
    } catch (error) {
      const userError = toUserErrorOrNull(error, part);
      if (userError) throw userError;
      // An attempt with progress resets the number of attempts.
      const newSize = getFileSizeOrZero(part);
      tries = newSize > previousSize ? 0 : tries + 1;
      previousSize = newSize;
      const pause = pauses[tries];
      if (pause === undefined) throw new UserError(`下载不下来：${explainSiteUnreachable(error)}`);
      await sleep(pause);
    }
  }
  if ((await computeFileSha256(part)) === file.sha256) return part;
  rmSync(part, { force: true });
  throw new UserError('下载的文件校验值（SHA-256）不对，没有装');
};
