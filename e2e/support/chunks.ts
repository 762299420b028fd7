import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

type Manifest = Record<string, { file: string } | undefined>;

/** URL of the built chunk for a source file; only for files that are loaded separately. */
export const getChunk = async (source: string): Promise<string> => {
  const dist = join(import.meta.dirname, '../../apps/site/dist');
  const manifest = JSON.parse(
    await readFile(join(dist, 'client/.vite/manifest.json'), 'utf8'),
  ) as Manifest;
  const chunk = manifest[source];
  if (!chunk) throw new Error(`${source} is no file of its own in this build`);
  return `/${chunk.file}`;
};
