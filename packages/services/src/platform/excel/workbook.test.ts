import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, expect, it } from 'vitest';
import { noLibreOffice, readWorkbook } from '../../../../../e2e/support/workbook.ts';
import { type Cell, type Column, createWorkbookStream } from './workbook.ts';

/** Texts that a member may type into a label field, or a stranger into a printer's name. */
const TYPED = [
  '=1+1',
  '=HYPERLINK("http://127.0.0.1:9/","点我")',
  '=WEBSERVICE("http://127.0.0.1:9/")',
  `=cmd|'/c calc'!A0`,
  '+1+1',
  '-1-1',
  '@SUM(1,1)',
  ' =1+1',
  '＝1+1',
  "'=1+1",
  '{=1+1}',
  '00123',
  '0012.50',
  '12345678901234567890',
  '6901234567892',
  '1e5',
  '2026-11-21',
  '3/4',
  'TRUE',
  '青柚护发素，𠮷 & <b>',
];

const createColumn = (header: string, kind: Column['kind']): Column => ({
  header,
  kind,
  width: 20,
});

const writeAndRead = async (columns: Column[], rows: Cell[][]): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'yunbiao-sheet-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'table.xlsx');
  const iterateRows = async function* () {
    for (const row of rows) yield await Promise.resolve(row);
  };
  const stream = createWorkbookStream('批次', columns, { rows: iterateRows() });
  await writeFile(file, new Uint8Array(await new Response(stream).arrayBuffer()));
  return file;
};

it('is opened with every text as it was typed: no formula runs, no zero and no digit is lost', async (ctx) => {
  if (noLibreOffice) ctx.skip(noLibreOffice);
  const file = await writeAndRead(
    [createColumn('=1+1', 'text'), createColumn('张数', 'number'), createColumn('时间', 'time')],
    TYPED.map((text, at) => [text, at, Date.UTC(2026, 10, 30, 16, 0, at)]),
  );
  const [head, ...rows] = await readWorkbook(file);
  expect(head).toEqual(['=1+1', '张数', '时间']);
  expect(rows).toEqual(
    TYPED.map((text, at) => [
      text,
      String(at),
      // Midnight in China, one month later.
      `2026-12-01 00:00:${String(at).padStart(2, '0')}`,
    ]),
  );
});
