import { describe, expect, it } from 'vitest';
import {
  listNewestByPlatform,
  splitReleaseNotes,
  sortOwnPlatformFirst,
  type DownloadFile,
} from './files.ts';

const createFile = (
  id: string,
  platform: DownloadFile['platform'],
  version: string,
  releasedAt: string,
): DownloadFile => ({
  id,
  platform,
  version,
  releasedAt,
  arch: 'x64',
  title: 'x64',
  fileName: `${id}.zip`,
  size: 1,
  sha256: '0'.repeat(64),
  notes: '',
  requirement: '',
  count: 0,
  url: `/files/${id}`,
  target: '',
});

const files = [
  createFile('1', 'linux', '4.1.0', '2026-08-02T00:00:00Z'),
  createFile('2', 'windows', '4.2.1', '2026-11-18T00:00:00Z'),
  createFile('3', 'windows', '4.2.1', '2026-11-18T00:00:00Z'),
  createFile('4', 'windows', '4.2.0', '2026-10-30T00:00:00Z'),
];

describe('newestByPlatform', () => {
  it('keeps all files of the newest version of each system', () => {
    expect(
      listNewestByPlatform(files).map((group) => [
        group.platform,
        group.version,
        group.files.map((item) => item.id),
      ]),
    ).toEqual([
      ['windows', '4.2.1', ['2', '3']],
      ['linux', '4.1.0', ['1']],
    ]);
  });
});

describe('ownFirst', () => {
  it('moves the visitor’s system to the front and nothing else', () => {
    const groups = listNewestByPlatform(files);
    expect(sortOwnPlatformFirst(groups, 'linux').map((group) => group.platform)).toEqual([
      'linux',
      'windows',
    ]);
    expect(sortOwnPlatformFirst(groups, null)).toEqual(groups);
    expect(sortOwnPlatformFirst(groups, 'android')).toEqual(groups);
  });
});

describe('splitReleaseNotes', () => {
  it('reads one change a line and drops empty ones', () =>
    expect(splitReleaseNotes({ notes: '甲\n\n 乙 \n' })).toEqual(['甲', '乙']));
});
