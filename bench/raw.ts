/**
 * Streams of other systems against the test printers (the TSPL one is by the author of the encoder,
 * the others are independent): every command of their manuals in every spelling at every position
 * of a label, and random mixtures of several. An accepted stream must leave our next label and the
 * printer unchanged.
 *
 *   node bench/raw.ts --rounds 20000 --seed 1 --language all
 */
import { parseArgs } from 'node:util';
import type { RawLanguage } from '@yunbiao/label/raw';
import { type Case, judgeStream, LANGUAGES, listCases, listMixtures } from './support/raw-fuzz.ts';

const MAX_SHOWN = 20;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    language: { type: 'string', default: 'all' },
  },
});

const languages = (Object.keys(LANGUAGES) as RawLanguage[]).filter(
  (language) => values.language === 'all' || values.language === language,
);
let failures = 0;
for (const language of languages) {
  const counts = { streams: 0, accepted: 0, harmful: 0 };
  const shown: string[] = [];
  const taken = new Set<string>();
  const checkCase = ({ name, stream, command }: Case): void => {
    const { isAccepted, harm } = judgeStream(language, stream);
    counts.streams += 1;
    counts.accepted += isAccepted ? 1 : 0;
    counts.harmful += harm.length > 0 ? 1 : 0;
    if (isAccepted) taken.add(command);
    if (harm.length > 0 && shown.length < MAX_SHOWN) shown.push(`${name}\n    ${harm[0]}`);
  };
  for (const single of listCases(language)) checkCase(single);
  const [rounds, seed] = [Number(values.rounds), Number(values.seed)];
  for (const mixed of listMixtures(language, { rounds, seed, commands: taken })) checkCase(mixed);
  failures += counts.harmful;
  console.log(language, counts, shown.join('\n'));
}
process.exitCode = failures === 0 ? 0 : 1;
