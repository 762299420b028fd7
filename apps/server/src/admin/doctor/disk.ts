import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { createFailure, createGood, createWarning } from '../../report/findings.ts';
import { describeFolderError } from '../../startup/make-folder.ts';
import type { Check } from './scope.ts';

/** Size of the probe file, bytes. A full disk may still accept a few bytes. */
const PROBE_BYTES = 64 * 1024;
const LOW_BYTES = 1e9;
const EMPTY_BYTES = 200e6;
const LOW_SHARE = 0.1;

const requireWritableFolder = async (folder: string): Promise<void> => {
  // Not the file of /readyz, which a command run by root would take from the site.
  const file = join(folder, `doctor-probe-${process.pid}`);
  try {
    const handle = await open(file, 'wx', 0o600);
    try {
      await handle.writeFile(Buffer.alloc(PROBE_BYTES));
      await handle.datasync();
    } finally {
      await handle.close();
    }
  } finally {
    await rm(file, { force: true });
  }
};

const ADVICE = '腾地方：journalctl --vacuum-size=200M、旧的备份；不要删 DATA_DIR 里的文件';

export const checkDisk: Check = async ({ config: { dataDir } }) => {
  try {
    await requireWritableFolder(dataDir);
  } catch (error) {
    return createFailure(
      '磁盘',
      `DATA_DIR（${dataDir}）写不进去：${describeFolderError(error)}`,
      ADVICE,
    );
  }
  const { bavail, blocks, bsize, ffree, files } = await statfs(dataDir);
  const [free, share] = [bavail * bsize, bavail / Math.max(1, blocks)];
  const detail = `DATA_DIR 所在的磁盘还有 ${(free / 1e9).toFixed(1)} GB（${Math.floor(share * 100)}%）`;
  if (free < EMPTY_BYTES) return createFailure('磁盘', detail, ADVICE);
  if (files > 0 && ffree / files < LOW_SHARE / 10)
    return createWarning('磁盘', `${detail}，文件个数快满了（inode）`, ADVICE);
  return free < LOW_BYTES || share < LOW_SHARE
    ? createWarning('磁盘', detail, ADVICE)
    : createGood('磁盘', detail);
};
