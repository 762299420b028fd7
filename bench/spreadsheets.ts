/**
 * Reads the spreadsheets of a folder as label rows and compares each cell with LibreOffice: --
 * --corpus folder.
 */
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  readSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { findFormulas } from './support/spreadsheets/formulas.ts';
import { compareCell, parseCsv, takeRows, type Verdict } from './support/spreadsheets/compare.ts';
import { showInLibreOffice } from './support/spreadsheets/libre-office.ts';

const USAGE = `npm run bench -- spreadsheets --corpus folder [--work folder] [--reader file] [--wrong]
  --corpus  folder with .xlsx, .xlsm, .xls, .xlsb and .ods, looked through to its depth
  --work    what LibreOffice shows is kept there and used again; else in a folder "shown" beside the corpus
  --reader  another reader: a module with readFileTable(bytes, sheet, room) as ours has it
  --wrong   lists the first wrong cells of each file`;

const ROOM = { rows: 10_001, columns: 200 };
const READ_MS = 20_000;
const MAX_BYTES = 3_000_000;
const MAX_CSV_BYTES = 30_000_000;
/** Names of files that are intentionally broken or locked. */
const BROKEN =
  /clusterfuzz|fuzz|corrupt|crash|poc|broken|invalid|password|protect|encrypt|bomb|truncat|duplicate|OOM_alloc|wtf_/i;
const OURS = resolve(import.meta.dirname, '../apps/site/src/kit/data/read/read-file.ts');
const SHOWN_WRONG = 4;

type Table = { cells: string[][]; sheets: string[]; sheet: number };
type Answer = { table: Table; ms: number } | { why: string; ms: number };

const createReader = (reader: string) => {
  const start = (): Worker =>
    new Worker(join(import.meta.dirname, 'support/spreadsheets/read-one.ts'), {
      workerData: reader,
    });
  let worker = start();
  return {
    read: (file: string): Promise<Answer> =>
      new Promise((done) => {
        const endWork = (answer: Answer, isOver: boolean): void => {
          clearTimeout(timer);
          worker.off('message', onMessage).off('error', onError);
          if (isOver) {
            void worker.terminate();
            worker = start();
          }
          done(answer);
        };
        const timer = setTimeout(
          () => endWork({ why: 'took too long', ms: READ_MS }, true),
          READ_MS,
        );
        const onMessage = (answer: Answer): void => endWork(answer, false);
        const onError = (error: unknown): void =>
          endWork({ why: `ended: ${String(error)}`, ms: 0 }, true);
        worker.on('message', onMessage).on('error', onError);
        worker.postMessage({ file, room: ROOM });
      }),
    end: () => worker.terminate(),
  };
};

const { values } = parseArgs({
  options: {
    corpus: { type: 'string' },
    work: { type: 'string' },
    reader: { type: 'string', default: OURS },
    wrong: { type: 'boolean', default: false },
  },
});
if (values.corpus === undefined) {
  console.log(USAGE);
  process.exit(0);
}
const corpus = resolve(values.corpus);
const work = resolve(values.work ?? `${corpus}-shown`);

/** The files under unique names, because LibreOffice derives its output names from them. */
const collectFiles = (): string[] => {
  const [files, shown] = [join(work, 'files'), join(work, 'shown')];
  for (const folder of [files, shown]) mkdirSync(folder, { recursive: true });
  for (const entry of readdirSync(corpus, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:xlsx|xlsm|xls|xlsb|ods)$/i.test(entry)) continue;
    const [path, name] = [join(corpus, entry), entry.replaceAll(/[^\w.-]/g, '_')];
    if (statSync(path).size > MAX_BYTES || statSync(path).size === 0) continue;
    if (!existsSync(join(files, name))) copyFileSync(path, join(files, name));
  }
  return readdirSync(files).toSorted();
};

/** Reads the first rows only: a sheet whose last row is used has a file of gigabytes. */
const readStart = (path: string): string => {
  const file = openSync(path, 'r');
  const bytes = Buffer.alloc(Math.min(MAX_CSV_BYTES, statSync(path).size));
  readSync(file, bytes);
  closeSync(file);
  return bytes.toString('utf8');
};

/** LibreOffice's output for a sheet; its name contains the file's and the sheet's name. */
const findShown = (all: readonly string[], file: string, { sheets, sheet }: Table) => {
  const stem = `${basename(file).replace(/\.\w+$/, '')}-`;
  const own = all.filter((name) => name.startsWith(stem));
  const exact = own.find((name) => name === `${stem}${sheets[sheet] ?? ''}.csv`);
  const only = own.length === 1 ? own[0] : undefined;
  const name = exact ?? only;
  if (name !== undefined && statSync(join(work, 'shown', name)).size >= MAX_CSV_BYTES) return null;
  return name === undefined ? null : readStart(join(work, 'shown', name));
};

const compareTables = (table: Table, csv: string, file: string) => {
  let formulas: ReturnType<typeof findFormulas> | undefined;
  let isPivot: boolean | undefined;
  const [mine, theirs] = [takeRows(table.cells, ROOM), takeRows(parseCsv(csv), ROOM)];
  const counts: Partial<Record<Verdict, number>> = {};
  const wrong: string[] = [];
  for (let row = 0; row < Math.max(mine.length, theirs.length); row += 1) {
    const width = Math.max(mine[row]?.length ?? 0, theirs[row]?.length ?? 0);
    for (let column = 0; column < width; column += 1) {
      const [ours = '', shown = ''] = [mine[row]?.[column], theirs[row]?.[column]];
      if (ours === '' && shown === '') continue;
      let verdict = compareCell(ours, shown, mine[row - 1]?.[column] ?? '');
      if (verdict === 'wrong') {
        const bytes = readFileSync(file);
        formulas ??= findFormulas(bytes, table.sheets[table.sheet] ?? '');
        isPivot ??= bytes.includes('pivotTable') || /pivot/i.test(file);
        const isSame =
          ours.replaceAll(/\D/g, '') === shown.replaceAll(/\D/g, '') && /\d/.test(ours);
        if (isPivot || (formulas.has(row, column) && !isSame)) verdict = 'recalculated';
        else if (theirs.length === 0) verdict = 'nothing-shown';
      }
      counts[verdict] = (counts[verdict] ?? 0) + 1;
      if (verdict === 'wrong')
        wrong.push(
          `  ${row + 1}/${column + 1}: ${JSON.stringify(ours.slice(0, 60))} shown ${JSON.stringify(shown.slice(0, 60))}`,
        );
    }
  }
  return { counts, wrong };
};

const files = collectFiles();
await showInLibreOffice(join(work, 'files'), join(work, 'shown'), files);
const all = readdirSync(join(work, 'shown'));
const reader = createReader(resolve(values.reader));
const totals: Partial<Record<Verdict, number>> = {};
const outcomes: Record<string, number> = {};
const kinds: Record<string, { files: number; right: number }> = {};
const times: number[] = [];
let slowest = { ms: 0, file: '' };
for (const file of files) {
  const answer = await reader.read(join(work, 'files', file));
  const stem = `${file.replace(/\.\w+$/, '')}-`;
  const isApart = BROKEN.test(file) || !all.some((name) => name.startsWith(stem));
  const countOutcome = (outcome: string, more = ''): void => {
    const key = isApart ? `apart: ${outcome}` : outcome;
    outcomes[key] = (outcomes[key] ?? 0) + 1;
    console.log(`${key.padEnd(18)} ${file} ${more}`);
    if (isApart) return;
    const kind = (kinds[file.replace(/^.*\./, '').toLowerCase()] ??= { files: 0, right: 0 });
    kind.files += 1;
    if (outcome === 'right') kind.right += 1;
  };
  times.push(answer.ms);
  if (answer.ms > slowest.ms) slowest = { ms: answer.ms, file };
  if ('why' in answer) {
    countOutcome('refused', answer.why);
    continue;
  }
  const csv = findShown(all, file, answer.table);
  if (csv === null) {
    countOutcome('not shown');
    continue;
  }
  const { counts, wrong } = compareTables(answer.table, csv, join(work, 'files', file));
  if (!isApart)
    for (const [verdict, count] of Object.entries(counts) as [Verdict, number][])
      totals[verdict] = (totals[verdict] ?? 0) + count;
  const said = Object.entries(counts).map(([verdict, count]) => `${verdict} ${count}`);
  countOutcome(wrong.length > 0 ? 'wrong' : 'right', said.join(', '));
  if (values.wrong) for (const line of wrong.slice(0, SHOWN_WRONG)) console.log(line);
}
await reader.end();
const cells = Object.values(totals).reduce((sum, count) => sum + count, 0);
const formatPercent = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(2)} %`;
const compared = Object.values(kinds).reduce((sum, kind) => sum + kind.files, 0);
const right = Object.values(kinds).reduce((sum, kind) => sum + kind.right, 0);
const sorted = times.toSorted((a, b) => a - b);
console.log('\ncells', totals, `right ${formatPercent(cells - (totals.wrong ?? 0), cells)}`);
console.log(
  'files',
  outcomes,
  `without a wrong cell ${formatPercent(right, compared)} of ${compared}`,
);
console.log('by kind', kinds);
console.log(
  `ms a file: median ${sorted[sorted.length >> 1]?.toFixed(1)}, 99th of 100 ${sorted[Math.floor(sorted.length * 0.99)]?.toFixed(0)}, slowest ${slowest.ms.toFixed(0)} (${slowest.file}); memory at most ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`,
);
writeFileSync(join(work, 'last.json'), JSON.stringify({ totals, outcomes, kinds }, null, 2));
