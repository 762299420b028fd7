import { refuse } from './refuse.ts';

/** Pairs that contradict each other (4.14.1): the left one excludes each of the right ones. Patterns of the digits. */
const EXCLUDED: readonly (readonly [ai: string, others: string])[] = [
  ['01', '02|03|37|255|8006'],
  ['02', '03|255|8026'],
  ['03', '37'],
  ['21', '235'],
  ['255', '415|8006|8020|8026'],
  ['37', '8006'],
  ['390.', '391.|394.|8111'],
  ['392.', '393.|395.'],
  ['393.', '395.'],
  ['394.', '8111'],
  ['395.', '8005'],
  ['420', '421'],
  ['421', '4307'],
  ['426', '42[2-5]'],
  ['4330', '4331'],
  ['4332', '4333'],
  ['7250', '7251'],
  ['725[345]', '7256|7259'],
  ['7256', '7259'],
  ['8006', '8026'],
  ['8017', '8018'],
];

/**
 * What has no meaning in a symbol without one of the others (4.14.2). What only describes an item, as a batch does, is not
 * here: the item's key may be in another symbol of the label.
 */
const NEEDED: readonly (readonly [ai: string, ...others: string[]])[] = [
  ['02', '37'],
  ['37', '02', '8026'],
  ['8026', '37'],
  ['254', '414'],
  ['390.', '255', '8020'],
  ['391.', '8020'],
  ['394.|8111', '255'],
  ['415', '8020'],
  ['8020', '415'],
  ['427', '422'],
  ['4303', '4302'],
  ['4313', '4312'],
  ['7022', '7021'],
  ['8011', '8010'],
  ['8019', '8017', '8018'],
];

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);
const excluded = EXCLUDED.map(([ai, others]) => ({ ai: whole(ai), others: whole(others) }));
const needed = NEEDED.map(([ai, ...others]) => ({ ai: whole(ai), others }));

type Rules = { excludes: typeof excluded; needs: typeof needed };
// Identifiers GS1 has, so that there are not many.
const known = new Map<string, Rules>();

/** The pairs an identifier is the left one of. */
function listRules(ai: string): Rules {
  let rules = known.get(ai);
  if (rules === undefined) {
    rules = {
      excludes: excluded.filter((rule) => rule.ai.test(ai)),
      needs: needed.filter((rule) => rule.ai.test(ai)),
    };
    known.set(ai, rules);
  }
  return rules;
}

function checkRepeats(elements: readonly { ai: string; value: string }[]): void {
  const values = new Map<string, string>();
  const measures = new Map<string, string>();
  for (const { ai, value } of elements) {
    if ((values.get(ai) ?? value) !== value) refuse(`(${ai}) 出现了两次，内容不同`);
    values.set(ai, value);
    if (!/^3[1-69]../.test(ai)) continue;
    // The fourth digit is the number of decimal places: the same measure may be there once.
    const measure = ai.slice(0, 3);
    const other = measures.get(measure) ?? ai;
    if (other !== ai) refuse(`(${other}) 和 (${ai}) 是同一个量，只能有一个`);
    measures.set(measure, ai);
  }
}

/** Throws where elements contradict each other, or one lacks another it needs in the same symbol. */
export function checkCombinations(elements: readonly { ai: string; value: string }[]): void {
  checkRepeats(elements);
  const ais = elements.map(({ ai }) => ai);
  for (const one of ais)
    for (const { others } of listRules(one).excludes) {
      const other = ais.find((ai) => others.test(ai));
      if (other) refuse(`(${one}) 和 (${other}) 不能在同一个码里`);
    }
  for (const one of ais)
    for (const { others } of listRules(one).needs)
      if (!others.some((other) => ais.includes(other)))
        refuse(`(${one}) 要和 ${others.map((other) => `(${other})`).join(' 或 ')} 放在同一个码里`);
}
