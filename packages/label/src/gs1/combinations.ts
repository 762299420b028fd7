import { throwGs1Error } from './refuse.ts';

/**
 * Invalid pairs (4.14.1): the left identifier excludes each of the right ones. Both are patterns of
 * the digits.
 */
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
 * Mandatory associations (4.14.2): an identifier and those of which one must be in the same symbol.
 * Identifiers that only describe an item, such as a batch, are not listed: the item's key may be in
 * another symbol of the label.
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

const compileWholeMatchPattern = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`);
const excluded = EXCLUDED.map(([ai, partners]) => ({
  ai: compileWholeMatchPattern(ai),
  others: compileWholeMatchPattern(partners),
}));
const requirements = NEEDED.map(([ai, ...partners]) => ({
  ai: compileWholeMatchPattern(ai),
  others: partners,
}));

type Rules = { excludes: typeof excluded; needs: typeof requirements };
// Bounded by the number of GS1 identifiers.
const rulesByAi = new Map<string, Rules>();

/** Rules in which the identifier is on the left side. */
function listCombinationRulesOfIdentifier(ai: string): Rules {
  let rules = rulesByAi.get(ai);
  if (rules === undefined) {
    rules = {
      excludes: excluded.filter((rule) => rule.ai.test(ai)),
      needs: requirements.filter((rule) => rule.ai.test(ai)),
    };
    rulesByAi.set(ai, rules);
  }
  return rules;
}

function validateRepeatedIdentifiers(elements: readonly { ai: string; value: string }[]): void {
  const values = new Map<string, string>();
  const measures = new Map<string, string>();
  for (const { ai, value } of elements) {
    if ((values.get(ai) ?? value) !== value) throwGs1Error(`(${ai}) 出现了两次，内容不同`);
    values.set(ai, value);
    if (!/^3[1-69]../.test(ai)) continue;
    // The fourth digit is the number of decimal places: the same measure may occur once.
    const measure = ai.slice(0, 3);
    const earlierAi = measures.get(measure) ?? ai;
    if (earlierAi !== ai) throwGs1Error(`(${earlierAi}) 和 (${ai}) 是同一个量，只能有一个`);
    measures.set(measure, ai);
  }
}

/** Throws if elements contradict each other, or if one requires another in the same symbol. */
export function validateElementCombinations(
  elements: readonly { ai: string; value: string }[],
): void {
  validateRepeatedIdentifiers(elements);
  const ais = elements.map(({ ai }) => ai);
  for (const currentAi of ais)
    for (const { others } of listCombinationRulesOfIdentifier(currentAi).excludes) {
      const excludedAi = ais.find((ai) => others.test(ai));
      if (excludedAi) throwGs1Error(`(${currentAi}) 和 (${excludedAi}) 不能在同一个码里`);
    }
  for (const currentAi of ais)
    for (const { others } of listCombinationRulesOfIdentifier(currentAi).needs)
      if (!others.some((partner) => ais.includes(partner)))
        throwGs1Error(
          `(${currentAi}) 要和 ${others.map((partner) => `(${partner})`).join(' 或 ')} 放在同一个码里`,
        );
}
