// A restart under load behind nginx, on a socket of systemd: failed requests, and the longest wait against an undisturbed run.
import { setTimeout as sleep } from 'node:timers/promises';
import { BROWSERS, CLIENTS, openRestartTrial } from '../e2e/support/restart-trial.ts';
import { limitLine, formatLine } from './support/figures.ts';

/** Length of the undisturbed run, ms. */
const CALM_MS = 15_000;
const RESTARTS = 5;

const { unit, load, listOwnTemplates, close } = await openRestartTrial();
const waitUntilComplete = async (): Promise<void> => {
  while (!load.isComplete()) await sleep(20);
};

await waitUntilComplete();
load.takeLongestMs();
await sleep(CALM_MS);
const calmMs = load.takeLongestMs();
const restartMs: number[] = [];
for (let n = 0; n < RESTARTS; n += 1) {
  await unit.restart();
  await waitUntilComplete();
  restartMs.push(load.takeLongestMs());
}
const { requests, failures, copies } = await load.stop();
let repeated = 0;
for (const [token, names] of copies) {
  const own = await listOwnTemplates(token);
  if (own.toSorted().join('\n') !== names.toSorted().join('\n')) repeated += 1;
}
await close();

console.log(`${BROWSERS} browsers, ${CLIENTS} print clients, ${RESTARTS} restarts`);
console.log(formatLine('requests', requests, ''));
console.log(limitLine('failed requests', failures.length, 0, ''));
for (const failure of failures.slice(0, 10)) console.log(`  ${failure}`);
console.log(limitLine('members with lost or repeated writes', repeated, 0, ''));
console.log(formatLine('longest wait, undisturbed', calmMs, 'ms'));
console.log(formatLine('longest wait over a restart', Math.max(...restartMs), 'ms'));
console.log(formatLine('ratio', Math.max(...restartMs) / calmMs, '×'));
