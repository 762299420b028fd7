import { formatBytes } from '@yunbiao/contract/site/file-size';
import type { DownloadFile } from '../../../../kit/software/files.ts';
import { getFileName } from '../../../../kit/software/platforms.ts';

export type Verdict = {
  kind: 'ok' | 'uncertain' | 'failed';
  /** Short description of the result. */
  title: string;
  /** Recommended action. */
  advice: string;
};

/** Adds a space between Chinese and a Latin name. */
const formatFileName = (file: DownloadFile): string => {
  const name = getFileName(file);
  return `${file.version} 的${/^[A-Za-z0-9]/.test(name) ? ' ' : ''}${name}`;
};

type HashedFile = { name: string; size: number; sha256: string };

/** The expected file: the file of the page, otherwise the one with the same name. */
const findExpectedFile = (
  given: HashedFile,
  known: readonly DownloadFile[],
  expected: DownloadFile | undefined,
): DownloadFile | undefined => expected ?? known.find((file) => file.fileName === given.name);

/** Identifies a file by its hash. `known` starts with the latest version. */
export const identifyFile = (
  given: HashedFile,
  known: readonly DownloadFile[],
  expected?: DownloadFile,
): Verdict => {
  const knownFile =
    expected?.sha256 === given.sha256
      ? expected
      : known.find((file) => file.sha256 === given.sha256);
  if (knownFile) {
    const title = `${formatFileName(knownFile)}，原装文件`;
    if (expected && knownFile.id !== expected.id)
      return {
        kind: 'uncertain',
        title,
        advice: `但不是这一页的文件，这一页是 ${formatFileName(expected)}。`,
      };
    const newest = known.find((file) => file.platform === knownFile.platform);
    const isOld = !expected && newest && newest.version !== knownFile.version;
    return isOld
      ? { kind: 'uncertain', title, advice: `当前版本是 ${newest.version}。` }
      : { kind: 'ok', title, advice: 'SHA-256 完全一致，可以安装。' };
  }
  const meant = findExpectedFile(given, known, expected);
  if (meant && given.size < meant.size)
    return {
      kind: 'failed',
      title: '没有下载完',
      advice: `只有 ${formatBytes(given.size)}，应有 ${formatBytes(meant.size)}。请继续下载，或者重新下载。`,
    };
  return {
    kind: 'failed',
    title: '和我们发布的文件都不一致',
    advice: '不要安装。请从这一页重新下载，再核对一次。',
  };
};
