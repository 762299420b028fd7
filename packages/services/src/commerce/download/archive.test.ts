import { execFileSync, spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { createTarGz, createZipArchive } from './archive.ts';

it('writes archives that other readers read', (test) => {
  if (spawnSync('python3', ['--version']).status !== 0) {
    test.skip('python3：not installed, so no other reader of zip and tar');
  }
  const deep = `a/${'很长的目录名/'.repeat(6)}`;
  const entries = [
    { path: '说明.txt', content: Buffer.from('你好') },
    { path: `${deep}b.txt`, content: Buffer.alloc(3_000, 'x') },
  ];
  const python = `
import sys, io, json, zipfile, tarfile
data = sys.stdin.buffer.read()
if sys.argv[1] == 'zip':
    z = zipfile.ZipFile(io.BytesIO(data)); assert z.testzip() is None
    print(json.dumps({n: len(z.read(n)) for n in z.namelist()}))
else:
    t = tarfile.open(fileobj=io.BytesIO(data))
    print(json.dumps({m.name: m.size for m in t.getmembers()}))`;
  const expected = { '说明.txt': 6, [`${deep}b.txt`]: 3_000 };
  const read = (kind: string, input: Buffer): unknown =>
    JSON.parse(execFileSync('python3', ['-c', python, kind], { input, encoding: 'utf8' }));
  expect(read('zip', createZipArchive(entries))).toEqual(expected);
  expect(read('tar', createTarGz(entries))).toEqual(expected);
});
