import { formatBytes } from '@yunbiao/contract/file-size';
import type { DownloadFile } from '../../files.ts';
import { fileName } from '../../platforms.ts';

export type Verdict = {
  kind: 'ok' | 'uncertain' | 'failed';
  /** What it is, in a few words. */
  title: string;
  /** What to do about it. */
  advice: string;
};

/** A Latin word keeps its distance to the Chinese before it. */
const named = (file: DownloadFile): string => {
  const name = fileName(file);
  return `${file.version} 的${/^[A-Za-z0-9]/.test(name) ? ' ' : ''}${name}`;
};

type Given = { name: string; size: number; sha256: string };

/** The released file that was meant: the page's own, else the one of that name. */
const resolveMeant = (
  given: Given,
  known: readonly DownloadFile[],
  expected: DownloadFile | undefined,
): DownloadFile | undefined => expected ?? known.find((file) => file.fileName === given.name);

/** What a file on the visitor's disk is, by its hash. `known` begins with the newest version. */
export const judge = (
  given: Given,
  known: readonly DownloadFile[],
  expected?: DownloadFile,
): Verdict => {
  const found =
    expected?.sha256 === given.sha256
      ? expected
      : known.find((file) => file.sha256 === given.sha256);
  if (found) {
    const title = `${named(found)}，原装文件`;
    if (expected && found.id !== expected.id)
      return {
        kind: 'uncertain',
        title,
        advice: `但不是这一页的文件，这一页是 ${named(expected)}。`,
      };
    const newest = known.find((file) => file.platform === found.platform);
    const isOld = !expected && newest && newest.version !== found.version;
    return isOld
      ? { kind: 'uncertain', title, advice: `当前版本是 ${newest.version}。` }
      : { kind: 'ok', title, advice: 'SHA-256 完全一致，可以安装。' };
  }
  const meant = resolveMeant(given, known, expected);
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
