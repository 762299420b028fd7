/**
 * 1,000 reference labels as one PDF: labels per second, bytes and memory, from the values to the
 * end of the file.
 *
 *   node bench/pdf.ts
 *
 * Each round is a separate process that discards its output, so its memory after the first 1,000
 * labels is that of the writer and of Node. Rates are by CPU time, which excludes other load of the
 * machine.
 */
import { spawnSync } from 'node:child_process';
import { deflateSync } from 'node:zlib';
import { createPdfWriter } from '@yunbiao/label';
import { limitLine, formatLine, median } from './support/figures.ts';
import { layoutReference } from './support/reference-label.ts';

const LABELS = 1000;
const ROUNDS = 5;
const MAX_MIB = 150;
const MAX_KB = 1000;
/** 1,000 labels per second, in ms of CPU per label. */
const MAX_MS = 1;

type Round = { layoutMs: number; allMs: number; bytes: number; memoryMib: number };

function getCpu(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function layOut(): void {
  for (let i = 0; i < LABELS; i += 1) layoutReference(i);
}

/** Writes the file and returns its size in bytes. */
function write(): number {
  const pdf = createPdfWriter({ deflate: (data, level) => deflateSync(data, { level }) });
  let bytes = 0;
  for (let i = 0; i < LABELS; i += 1) bytes += pdf.addPage(layoutReference(i)).length;
  return bytes + pdf.finish().length;
}

function runRound(): Round {
  // Warm-up. The process memory after it is the memory for 1,000 labels.
  const bytes = write();
  const memoryMib = process.resourceUsage().maxRSS / 1024;
  const layoutMs = getCpu(layOut);
  const allMs = getCpu(write);
  return { layoutMs, allMs, bytes, memoryMib };
}

if (process.argv.includes('--round')) console.log(JSON.stringify(runRound()));
else {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const args = ['--disable-warning=ExperimentalWarning', import.meta.filename, '--round'];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as Round;
  });
  const medianOfRounds = (figure: keyof Round): number =>
    median(rounds.map((round) => round[figure]));
  const all = medianOfRounds('allMs') / LABELS;
  console.log(formatLine('layout alone', medianOfRounds('layoutMs') / LABELS, 'ms of CPU a label'));
  console.log(limitLine('values → PDF', all, MAX_MS, 'ms of CPU a label'));
  console.log(formatLine('that is', 1000 / all, 'labels a second'));
  console.log(limitLine('the file', medianOfRounds('bytes') / 1000, MAX_KB, 'kB for 1,000 labels'));
  console.log(limitLine('memory', medianOfRounds('memoryMib'), MAX_MIB, 'MiB at most'));
}
