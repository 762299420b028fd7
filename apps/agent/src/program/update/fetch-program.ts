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
import type { ProgramFile } from '@yunbiao/contract/programs';
import { explain, UserError, whyUnreachable } from '../../errors.ts';
import { openHttp } from '../../gateway/ask-http.ts';

const PART = /^[0-9a-f]{16}\.part$/;

export type Fetched = {
  server: string;
  file: ProgramFile;
  /** Where parts lie; a download that was cut goes on from there, also in another process. */
  folder: string;
  /** Pauses between tries that bring nothing, ms. */
  pauses?: readonly number[];
};

const PAUSES = [1000, 5000, 15_000, 60_000] as const;

const getSize = (path: string): number => {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
};

const forgetOthers = (folder: string, mine: string): void => {
  for (const name of readdirSync(folder))
    if (PART.test(name) && name !== mine) rmSync(join(folder, name), { force: true });
};

/** Takes a part's bytes up to the size that was told and not one more: a disk is not filled by who says otherwise. */
const limited = async function* (answer: IncomingMessage, most: number): AsyncGenerator<Buffer> {
  let left = most;
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    left -= chunk.length;
    if (left < 0) throw new UserError('下载的文件比网站说的大');
    yield chunk;
  }
};

/** Asks for what is missing, and appends it. */
const fetchRest = async ({ server, file }: Fetched, part: string): Promise<void> => {
  const have = getSize(part);
  if (have === file.size) return;
  const isMore = have > 0 && have < file.size;
  const answer = await openHttp(`${server}${file.path}`, {
    headers: isMore ? { range: `bytes=${have}-`, 'if-range': `"${file.sha256}"` } : {},
  });
  const { statusCode = 0 } = answer;
  const goesOn = isMore && statusCode === 206;
  if (statusCode !== 200 && !goesOn) {
    answer.destroy();
    if (statusCode === 416) rmSync(part, { force: true });
    if (statusCode === 404) throw new UserError('网站上没有这个文件了');
    throw new Error(`HTTP ${statusCode}`);
  }
  const most = goesOn ? file.size - have : file.size;
  await pipeline(
    limited(answer, most),
    createWriteStream(part, { flags: goesOn ? 'a' : 'w', mode: 0o600 }),
  );
  if (getSize(part) < file.size) throw new Error('没有收完');
};

const computeHash = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

/**
 * Brings a program from the site into a file and checks it against the hash that was told over the client's own
 * connection. A line that breaks is tried again from where it broke. Resolves to the file. @throws UserError
 */
export const fetchProgram = async (asked: Fetched): Promise<string> => {
  const { file, folder, pauses = PAUSES } = asked;
  const name = `${file.sha256.slice(0, 16)}.part`;
  const part = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  forgetOthers(folder, name);
  let before = getSize(part);
  for (let tries = 0; ;) {
    try {
      await fetchRest(asked, part);
      break;
    } catch (error) {
      const known = explain(error, part);
      if (known) throw known;
      // Every try that brought something counts as the first.
      const now = getSize(part);
      tries = now > before ? 0 : tries + 1;
      before = now;
      const pause = pauses[tries];
      if (pause === undefined) throw new UserError(`下载不下来：${whyUnreachable(error)}`);
      await sleep(pause);
    }
  }
  if ((await computeHash(part)) === file.sha256) return part;
  rmSync(part, { force: true });
  throw new UserError('下载的文件校验值（SHA-256）不对，没有装');
};
