import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from './process.ts';

/** The first block of commands below a heading of the operator's guide, or one with a text in it. */
export const readGuideBlock = async (heading: string, text = ''): Promise<string> => {
  const guide = await readFile(join(repository, 'docs/operations.md'), 'utf8');
  const start = guide.indexOf(`\n${heading}\n`);
  if (start < 0) throw new Error(`docs/operations.md has no ${heading} any more`);
  const blocks = guide.slice(start).matchAll(/```sh\n([\s\S]*?)```/g);
  for (const [, block = ''] of blocks) if (block.includes(text)) return block;
  throw new Error(`docs/operations.md has no ${text} below ${heading} any more`);
};
