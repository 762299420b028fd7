import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Content, type FileSum, passThroughWithSum } from './file-sum.ts';
import type { Target } from './target.ts';

/** Writes content piece by piece into a new private file below a target. */
export const writeContent = async (
  target: Target,
  path: string,
  content: Content,
): Promise<FileSum> => {
  const to = await target.preparePath(path);
  const summed = passThroughWithSum(content);
  await target.createFile(to, () =>
    pipeline(summed.content, createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true })),
  );
  return summed.getSum();
};
