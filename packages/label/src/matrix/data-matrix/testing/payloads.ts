import fc from 'fast-check';

const generateCharacter = (min: number, max: number): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map((code) => String.fromCharCode(code));

/** Characters that suit one of the encodations, or none. */
const KINDS = {
  digits: fc.constantFrom(...'0123456789'),
  upper: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789'),
  lower: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz 0123456789'),
  x12: fc.constantFrom(...'ABCXYZ0189 *>\r'),
  edifact: fc.constantFrom(...'ABCXYZ0189 .-+:,()/&@$#^'),
  ascii: generateCharacter(0, 127),
  control: generateCharacter(0, 31),
  bytes: generateCharacter(0, 255),
  high: generateCharacter(128, 255),
  chinese: fc.constantFrom(...'云南小粒咖啡豆深度烘焙，山东寿光西红柿。'),
};

export type Kind = keyof typeof KINDS;
export const LATIN_KINDS = (Object.keys(KINDS) as Kind[]).filter((kind) => kind !== 'chinese');

/** Text of one kind. */
export function getText(kind: Kind, maxLength: number): fc.Arbitrary<string> {
  return fc.string({ unit: KINDS[kind], minLength: 1, maxLength });
}

/** Several runs, each of one kind. */
export function generateMixed(kinds: readonly Kind[], maxRun: number): fc.Arbitrary<string> {
  const run = fc.oneof(...kinds.map((kind) => getText(kind, maxRun)));
  return fc.array(run, { minLength: 1, maxLength: 5 }).map((runs) => runs.join(''));
}
