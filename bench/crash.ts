// Nothing is lost: kills, cuts and power losses in the middle of batches, for as many rounds as wanted (--rounds N --seed N).
import { parseArgs } from 'node:util';
import { runRound } from '../e2e/crash/round.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    labels: { type: 'string', default: '100' },
    faults: { type: 'string', default: '20' },
    kind: { type: 'string' },
  },
});
const kinds = (['hs', 'counter', 'close'] as const).filter(
  (kind) => !values.kind || kind === values.kind,
);
const total = { labels: 0, faults: 0, lost: 0, doubled: 0, uncertain: 0, again: 0, bad: 0 };

for (let i = 0; i < Number(values.rounds); i += 1) {
  const kind = kinds[i % kinds.length] ?? 'hs';
  const seed = Number(values.seed) + i;
  const labels = Number(values.labels);
  const started = Date.now();
  const result = await runRound({ kind, seed, labels, faults: Number(values.faults) });
  const faults = Object.values(result.faults).reduce((sum, count) => sum + count, 0);
  const bad =
    result.lost.length + result.doubled.length + result.open + result.unknown > 0 ||
    result.uncertain > result.excuses;
  total.labels += labels;
  total.faults += faults;
  total.lost += result.lost.length;
  total.doubled += result.doubled.length;
  total.uncertain += result.uncertain;
  total.again += result.again;
  total.bad += bad ? 1 : 0;
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(
    `${bad ? 'BAD ' : 'ok  '} ${kind.padEnd(7)} seed ${seed} ${seconds} s ${JSON.stringify(result)}`,
  );
}
console.log(JSON.stringify(total));
process.exit(total.bad > 0 ? 1 : 0);
