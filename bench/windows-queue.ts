// The Windows print client under Wine, printing to a Windows queue in front of CUPS and a counting
// printer. The client and its server are killed during the print. First run `npm run agent:build --
// --old --out FOLDER`, then `npm run bench -- windows-queue --program FOLDER/wine-only.exe`. Needs
// wine64, CUPS and root.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runRound } from '../e2e/crash/round.ts';
import { noCups } from '../e2e/support/cups.ts';
import { noWine, startWine, toWindowsPath } from '../e2e/support/wine.ts';

const { values } = parseArgs({
  options: {
    program: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seed: { type: 'string', default: '1' },
    labels: { type: 'string', default: '20' },
    faults: { type: 'string', default: '4' },
  },
});
if (noWine || noCups) throw new Error(noWine || noCups);
if (values.program === undefined) throw new Error('--program FOLDER/wine-only.exe');
const program = resolve(process.env['INIT_CWD'] ?? '.', values.program);

let bad = 0;
for (let i = 0; i < Number(values.rounds); i += 1) {
  const folder = mkdtempSync(join(tmpdir(), 'yb-wine-'));
  try {
    const result = await runRound({
      kind: 'windowsQueue',
      seed: Number(values.seed) + i,
      labels: Number(values.labels),
      faults: Number(values.faults),
      program: (home, env) =>
        startWine(program, ['run'], {
          folder,
          env: { ...env, YUNBIAO_AGENT_HOME: toWindowsPath(home) },
        }),
    });
    const { lost, doubled, open, unknown, uncertain, allowed } = result;
    const isBad =
      lost.length + doubled.length + open + unknown > 0 || uncertain > (allowed ?? Infinity);
    bad += isBad ? 1 : 0;
    console.log(`${isBad ? 'BAD' : 'ok '} ${JSON.stringify(result)}`);
  } finally {
    // Wine's server process exits a few seconds after the last program.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 500 });
  }
}
process.exit(bad > 0 ? 1 : 0);
