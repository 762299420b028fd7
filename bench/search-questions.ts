// How many questions of a file the site's search answers among its first three results.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { formatLine, median, computePercentile } from './support/figures.ts';
import {
  type Answer,
  askQuestions,
  isAnswered,
  type Question,
} from './support/search-questions.ts';

/**
 * `npm run bench -- search-questions --file FILE [--quiet]`; FILE is JSON like
 * fixtures/questions/search.json. `--quiet` does not list the questions that were missed.
 */
const { values } = parseArgs({
  options: {
    file: {
      type: 'string',
      default: new URL('../fixtures/questions/search.json', import.meta.url).pathname,
    },
    quiet: { type: 'boolean', default: false },
  },
});

const questions = JSON.parse(readFileSync(values.file, 'utf8')) as Question[];
const answers = await askQuestions(questions);
const answerable = answers.filter(({ isAnswerable }) => isAnswerable);
const missed = answerable.filter((answer) => !isAnswered(answer));
if (!values.quiet)
  for (const { q, pages, found } of missed)
    console.log(`${q}\n    ${pages.join(' ')}\n    not ${found.slice(0, 3).join(' ')}`);

const formatShare = (asked: readonly Answer[]): string => {
  const rightCount = asked.filter(isAnswered).length;
  const share = ((100 * rightCount) / Math.max(1, asked.length)).toFixed(1);
  return `${rightCount} of ${asked.length} (${share} %)`;
};

const unlisted = answerable.filter(({ isListed }) => !isListed);
const cpuMs = answers.map((answer) => answer.cpuMs);
console.log(formatShare(answerable));
console.log(`${formatShare(unlisted)} in words that no page lists`);
console.log(`${answers.length - answerable.length} whose page is not in this build`);
console.log(formatLine('CPU a search, median', median(cpuMs), 'ms'));
console.log(formatLine('CPU a search, 99 of 100', computePercentile(cpuMs, 0.99), 'ms'));
