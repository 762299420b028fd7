import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { describeEachDatabase } from '../testing.ts';

const run = promisify(execFile);

/** Reads 400 pages and prints the growth of the heap after a minor collection, bytes. */
const buildReaderProgram = (location: object): string => `
  import { openDatabase, sql } from ${JSON.stringify(new URL('../index.ts', import.meta.url).href)};
  const db = openDatabase(${JSON.stringify(location)});
  const page = () => sql\`
    with recursive series(n) as (select 1 union all select n + 1 from series where n < 200)
    select n as a, n + 1 as b, n + 2 as c, n + 3 as d, cast(n as text) as e,
      cast(\${'x'.repeat(300)} as text) || cast(n as text) as f from series\`.execute(db.kysely);
  await page();
  gc();
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < 400; n += 1) await page();
  gc({ type: 'minor' });
  console.log(process.memoryUsage().heapUsed - before);
  await db.close();
`;

/** node:sqlite retains some memory until a full collection. */
const MOST = { sqlite: 16_000_000, postgres: 4_000_000 };

describeEachDatabase((open) => {
  it('lets go of what queries brought as soon as it is used: no full collection has to come for it', async () => {
    const program = buildReaderProgram(open.location(await open()));
    const { stdout } = await run(process.execPath, [
      '--expose-gc',
      '--max-semi-space-size=1',
      '--input-type=module',
      '-e',
      program,
    ]);
    // All pages together are 24 MB of text.
    expect(Number(stdout)).toBeLessThan(MOST[open.dialect]);
  });
});
