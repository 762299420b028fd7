import { formatBytes } from '@yunbiao/contract/site/file-size';
import type { DownloadFile } from '../../../../kit/software/files.ts';
import { getDownloadDisplayName } from '../../../../kit/software/platforms.ts';

export type Verdict = {
  kind: 'ok' | 'uncertain' | 'failed';
  /** Short description of the result. */
  title: string;
  /** Recommended action. */
  advice: string;
};

/** Adds a space between Chinese and a Latin name. */
const formatFileName = (file: DownloadFile): string => {
  const name = getDownloadDisplayName(file);
  return `${file.version} 的${/^[A-Za-z0-9]/.test(name) ? ' ' : ''}${name}`;
};

type HashedFile = { name: string; size: number; sha256: string };

/** The expected file: the file of the page, otherwise the one with the same name. */
const findExpectedFile = (
  hashedFile: HashedFile,
  knownFiles: readonly DownloadFile[],
  expected: DownloadFile | undefined,
): DownloadFile | undefined =>
  expected ?? knownFiles.find((file) => file.fileName === hashedFile.name);

/** Identifies a file by its hash. `knownFiles` starts with the latest version. */
export const identifyFile = (
  hashedFile: HashedFile,
  knownFiles: readonly DownloadFile[],
  expected?: DownloadFile,
): Verdict => {
  const knownFile =
    expected?.sha256 === hashedFile.sha256
      ? expected
      : knownFiles.find((file) => file.sha256 === hashedFile.sha256);
  if (knownFile) {
    const title = `${formatFileName(knownFile)}，原装文件`;
    if (expected && knownFile.id !== expected.id)
      return {
        kind: 'uncertain',
        title,
        advice: `但不是这一页的文件，这一页是 ${formatFileName(expected)}。`,
      };
    const newest = knownFiles.find((file) => file.platform === knownFile.platform);
    const isOld = !expected && newest && newest.version !== knownFile.version;
    return isOld
      ? { kind: 'uncertain', title, advice: `当前版本是 ${newest.version}。` }
      : { kind: 'ok', title, advice: 'SHA-256 完全一致，可以安装。' };
  }
  const expectedFile = findExpectedFile(hashedFile, knownFiles, expected);
  if (expectedFile && hashedFile.size < expectedFile.size)
    return {
      kind: 'failed',
      title: '没有下载完',
      advice: `只有 ${formatBytes(hashedFile.size)}，应有 ${formatBytes(expectedFile.size)}。请继续下载，或者重新下载。`,
    };
  return {
    kind: 'failed',
    title: '和我们发布的文件都不一致',
    advice: '不要安装。请从这一页重新下载，再核对一次。',
  };
};
