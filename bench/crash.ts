// Checks that nothing is lost under kills, cuts, power losses, stops and drops in the middle of
// batches, for any number of rounds (`npm run bench -- crash --help` lists the options).
import { parseArgs } from 'node:util';
import { ANSWER_FAULTS, type AnswerFault } from '../e2e/crash/answer-faults.ts';
import { listWrongs } from '../e2e/crash/judge.ts';
import { KINDS_OF } from '../e2e/crash/kinds.ts';
import { runRound } from '../e2e/crash/round.ts';
import {
  makeEarlierClient,
  explainMissingClient,
  PREVIOUS_RELEASE,
} from '../e2e/support/earlier-client.ts';

/** In the order of the help; each value is the default. */
const OPTIONS = {
  rounds: { type: 'string', default: '32' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  labels: { type: 'string', default: '20' },
  faults: { type: 'string', default: '4' },
  columns: { type: 'string', default: '1' },
  group: { type: 'string', default: '1' },
  asks: { type: 'boolean', default: false },
  people: { type: 'boolean', default: false },
  homes: { type: 'boolean', default: false },
  answers: { type: 'string', default: '' },
  engine: { type: 'string', default: 'sqlite' },
  language: { type: 'string', default: 'zpl' },
  kind: { type: 'string', default: '' },
  'client-commit': { type: 'string', default: '' },
  upgrade: { type: 'boolean', default: false },
  parallel: { type: 'string', default: '4' },
  help: { type: 'boolean', default: false },
} as const;

const HELP: Record<keyof typeof OPTIONS, string> = {
  rounds: 'each with a site, clients and printers of its own',
  seed: 'of the first round; the next count on. One that went wrong is run again with --rounds 1, its seed and kind',
  labels: 'in the batch of a round',
  faults: 'in a round',
  columns: 'labels across the roll',
  group:
    'printers that stand in for each other, at one client or two, by the seed; labels must go on from those that stop',
  asks: 'groups ask before labels go on, and the member says yes',
  people:
    'half of what strikes people do: rename, move and remove printers, cancel batches, print uncertain labels again',
  homes:
    'half of what strikes puts the home of a client back to an earlier copy, or starts a copy of it',
  answers: `three of a hundred answers of the printers are ${ANSWER_FAULTS.join(' or ')} (late by 2.5 to 4.5 s, with all behind them or not); all: each in turn`,
  engine: 'sqlite, or postgres: a database of its own on 127.0.0.1:5432, or at TEST_DATABASE_URL',
  language: 'zpl, tspl, escpos or all',
  kind: 'only printers of this kind; those of a group as counting+tspl',
  'client-commit': `the print client is the one of this commit, at its server the source; with --upgrade ${PREVIOUS_RELEASE} when left out`,
  upgrade:
    'that client is replaced by the source in the middle of the batch, and in every other round comes back',
  parallel: 'rounds at a time; most of a round is waiting',
  help: 'this list',
};

const { values } = parseArgs({ options: OPTIONS });
if (values.help) {
  for (const [name, { default: usual }] of Object.entries(OPTIONS))
    console.log(
      `--${name.padEnd(13)} ${HELP[name as keyof typeof OPTIONS]}${usual ? ` (${usual})` : ''}`,
    );
  for (const [language, { kinds, any }] of Object.entries(KINDS_OF))
    console.log(`${language}: ${[...Object.keys(kinds), any].join(', ')}`);
  process.exit(0);
}
const languages = (['zpl', 'tspl', 'escpos'] as const).filter(
  (item) => values.language === 'all' || values.language === item,
);
if (languages.length === 0)
  throw new Error(`no printers of ${values.language}: zpl, tspl, escpos, all`);
/** Each known printer, and as often one with random traits. */
const knownPrinters = languages.flatMap((language) => Object.keys(KINDS_OF[language].kinds));
const any = languages.map((language) => KINDS_OF[language].any);
const labels = Number(values.labels);
const printers = Number(values.group);
const total = {
  rounds: 0,
  labels: 0,
  faults: 0,
  printed: 0,
  sent: 0,
  lost: 0,
  doubled: 0,
  claimed: 0,
  astray: 0,
  torn: 0,
  moved: 0,
  /** Rounds of groups without a move: they prove less. */
  unmoved: 0,
  stuck: 0,
  uncertain: 0,
  again: 0,
  reprinted: 0,
  open: 0,
  /** Those of them at printers that could print. */
  stalled: 0,
  bad: 0,
};
let next = 0;

/** The kind of each printer of a round: neighbours in a group usually differ. */
const kindFor = (i: number): string => {
  const kinds = i % 2 === 1 ? any : knownPrinters;
  const chooseKind = (n: number): string => kinds[((i >> 1) * (n + 1) + n) % kinds.length] ?? 'any';
  return Array.from({ length: printers }, (_, n) => chooseKind(n)).join('+');
};

const commit = values['client-commit'] || (values.upgrade ? PREVIOUS_RELEASE : '');
const missing = commit && explainMissingClient(commit);
if (missing) throw new Error(missing);
const earlier = commit ? await makeEarlierClient(commit) : null;
const faults = Number(values.faults);

/**
 * Random positions in a round where the client switches version; every other time it switches back
 * later.
 */
const placeUpgrades = (seed: number): ('upgrade' | undefined)[] => {
  const first = seed % Math.max(1, faults - 1);
  const back = first + 1 + ((seed >> 2) % Math.max(1, faults - first - 1));
  return Array.from({ length: faults }, (_, place) =>
    place === first || (place === back && (seed >> 1) % 2 === 1) ? 'upgrade' : undefined,
  );
};

const isAnswerFault = (word: string): word is AnswerFault =>
  ANSWER_FAULTS.some((name) => name === word);
if (values.answers && values.answers !== 'all' && !isAnswerFault(values.answers))
  throw new Error(`no such answers: ${values.answers}`);

const answerFault = (seed: number): AnswerFault | undefined => {
  if (values.answers === 'all') return ANSWER_FAULTS[seed % ANSWER_FAULTS.length];
  return isAnswerFault(values.answers) ? values.answers : undefined;
};

const playRound = async (i: number): Promise<void> => {
  const seed = Number(values.seed) + i;
  const kind = values.kind || kindFor(seed);
  const spoilt = answerFault(seed);
  const started = Date.now();
  const result = await runRound({
    kind,
    seed,
    labels,
    faults,
    ...(earlier && { program: earlier.start }),
    ...(values.upgrade && { order: placeUpgrades(seed) }),
    columns: Number(values.columns),
    ...(printers > 1 && {
      group: { printers, clients: seed % 4 < 2 ? 1 : 2, asks: values.asks },
    }),
    people: values.people,
    homes: values.homes,
    ...(spoilt && { answers: spoilt }),
    engine: values.engine === 'postgres' ? 'postgres' : 'sqlite',
  });
  const { whole: _, ...said } = result;
  const { lost, doubled, astray, torn, stuck } = result;
  const wrongs = listWrongs(result);
  if (result.uncertain > (result.allowed ?? Infinity)) wrongs.push('more uncertain than allowed');
  const bad = wrongs.length > 0;
  total.rounds += 1;
  total.labels += labels;
  total.faults += Object.values(result.faults).reduce((sum, count) => sum + count, 0);
  total.printed += result.states['printed'] ?? 0;
  total.sent += result.states['sent'] ?? 0;
  total.lost += lost.length;
  total.doubled += doubled.length;
  total.astray += astray.length;
  total.torn += torn.length;
  total.moved += result.moved;
  total.unmoved += printers > 1 && result.moved === 0 ? 1 : 0;
  total.stuck += stuck.length;
  total.uncertain += result.uncertain;
  total.again += result.again;
  total.claimed += result.claimed.length;
  total.reprinted += result.reprinted;
  total.open += result.open;
  total.stalled += result.stalled;
  total.bad += bad ? 1 : 0;
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(
    `${bad ? 'BAD ' : 'ok  '} ${kind.padEnd(9 * printers)} seed ${seed} ${seconds} s ${JSON.stringify(bad ? { wrongs, ...result } : said)}`,
  );
};

const rounds = Number(values.rounds);
await Promise.all(
  Array.from({ length: Number(values.parallel) }, async () => {
    while (next < rounds) await playRound(next++);
  }),
);
await earlier?.remove();
console.log(JSON.stringify(total));
process.exit(total.bad > 0 ? 1 : 0);
