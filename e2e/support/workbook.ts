import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../../scripts/lib/programs.mjs';

const run = promisify(execFile);

const soffice = findProgram('soffice');

/** Why LibreOffice cannot be used here; null when it can. */
export const noLibreOffice =
  soffice === null ? 'LibreOffice：没有安装，导出的表格未用它打开' : null;

/** Rows of a workbook's first sheet as LibreOffice reads them. */
export const readWorkbook = async (file: string): Promise<string[][]> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunbiao-workbook-'));
  try {
    const copy = join(folder, 'table.xlsx');
    await copyFile(file, copy);
    // Tab-separated, UTF-8: no cell of ours contains a tab.
    await run(soffice ?? 'soffice', [
      `-env:UserInstallation=file://${folder}/profile`,
      '--headless',
      '--convert-to',
      'csv:Text - txt - csv (StarCalc):9,,76,1',
      '--outdir',
      folder,
      copy,
    ]);
    const text = await readFile(join(folder, 'table.csv'), 'utf8');
    return text
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
