import type { Characters } from './characters.ts';
import type { RuleName } from './rules.ts';

/** Part of a value. Optional parts come last; one is present only if all before it are. */
export type Part = {
  characters: Characters;
  min: number;
  max: number;
  optional: boolean;
  rule: RuleName | undefined;
};

/** `n6`, `x1-20`, `n13:check`, and `n4:time?` for an optional part. */
type PartText = `${Characters}${number}${'' | `-${number}`}${'' | `:${RuleName}`}${'' | '?'}`;

/**
 * All application identifiers (GS1 General Specifications 3.2): a pattern of the digits and the
 * parts of the value. A bracketed fourth digit is the number of decimal places (31–36, 39) or a
 * sequence number (703, 723).
 */
const IDENTIFIER_ROWS: readonly (readonly [ai: string, ...parts: PartText[]])[] = [
  ['00', 'n18:check'],
  ['0[1-3]', 'n14:check'],
  ['10|2[12]', 'x1-20'],
  ['1[1-35-7]', 'n6:date0'],
  ['20', 'n2'],
  ['235', 'x1-28'],
  ['24[01]|25[01]', 'x1-30'],
  ['242', 'n1-6'],
  ['243|254', 'x1-20'],
  ['253', 'n13:check', 'x0-17'],
  ['255', 'n13:check', 'n0-12'],
  ['30|37', 'n1-8'],
  ['3(?:1[0-6]|2[0-9]|3[0-7]|4[0-9]|5[0-7]|6[0-9])[0-5]', 'n6'],
  ['39[02][0-9]', 'n1-15'],
  ['39[13][0-9]', 'n3:currency', 'n1-15'],
  ['394[0-3]', 'n4'],
  ['395[0-5]', 'n6'],
  ['400|403', 'x1-30'],
  ['401', 'x1-30:prefix'],
  ['402', 'n17:check'],
  ['41[0-7]', 'n13:check'],
  ['420', 'x1-20'],
  ['421', 'n3:country', 'x1-9'],
  ['42[246]', 'n3:country'],
  ['42[35]', 'n3:country', 'n3:country?', 'n3:country?', 'n3:country?', 'n3:country?'],
  ['427', 'x1-3'],
  ['43[01][01]', 'x1-35:percent'],
  ['43[01][2-6]', 'x1-70:percent'],
  ['43[01]7', 'x2:letters'],
  ['4308|4319', 'x1-30'],
  ['4309', 'n10:latitude', 'n10:longitude'],
  ['4318', 'x1-20'],
  ['4320', 'x1-35:percent'],
  ['432[1-3]', 'n1:yes'],
  ['432[45]', 'n6:date0', 'n4:time'],
  ['4326', 'n6:date'],
  ['433[0-3]', 'n6', 'x1:minus?'],
  ['7001', 'n13'],
  ['7002', 'x1-30'],
  ['7003', 'n6:date', 'n4:time'],
  ['7004', 'n1-4'],
  ['7005', 'x1-12'],
  ['7006', 'n6:date'],
  ['7007', 'n6:date', 'n6:date?'],
  ['7008', 'x1-3'],
  ['7009', 'x1-10'],
  ['7010', 'x1-2'],
  ['7011', 'n6:date', 'n4:time?'],
  ['702[0-2]', 'x1-20'],
  ['7023', 'x1-30:prefix'],
  ['703[0-9]', 'n3:country999', 'x1-27'],
  ['7040', 'n1', 'x1', 'x1', 'x1:importer'],
  ['7041', 'x1-4'],
  ['71[0-7]', 'x1-20'],
  ['723[0-9]', 'x3-30'],
  ['7240', 'x1-20'],
  ['7241', 'n2:medium'],
  ['7242', 'x1-25'],
  ['7250', 'n8:date'],
  ['7251', 'n8:date', 'n4:time'],
  ['7252', 'n1:sex'],
  ['725[349]', 'x1-40:percent'],
  ['7255', 'x1-10'],
  ['7256', 'x1-90:percent'],
  ['7257', 'x1-70:percent'],
  ['7258', 'x3:order'],
  ['8001', 'n4:positive', 'n5:positive', 'n3:positive', 'n1:winding', 'n1'],
  ['8002', 'x1-20'],
  ['8003', 'n1:zero', 'n13:check', 'x0-16'],
  ['8004', 'x1-30:prefix'],
  ['8005', 'n6'],
  ['8006|8026', 'n14:check', 'n4:piece'],
  ['8007', 'x1-34:iban'],
  ['8008', 'n6:date', 'n2:hour', 'n2:minute?', 'n2:minute?'],
  ['8009', 'x1-50'],
  ['8010', 'y1-30:prefix'],
  ['8011', 'n1-12:serial'],
  ['8012', 'x1-20'],
  ['801[34]', 'x1-25:checkPair'],
  ['801[78]', 'n18:check'],
  ['8019', 'n1-10'],
  ['8020', 'x1-25'],
  ['8030', 'z1-90:base64'],
  ['804[01]', 'n15'],
  ['8042', 'n32'],
  ['8043', 'n18-20'],
  ['811[02]|8200', 'x1-70'],
  ['8111', 'n4'],
  ['90', 'x1-30'],
  ['9[1-9]', 'x1-90'],
];

function parseValuePart(text: string): Part {
  const [, set, min, max, rule, optional] =
    /^([nxyz])(\d+)(?:-(\d+))?(?::(\w+))?(\?)?$/.exec(text) ?? [];
  return {
    characters: set as Characters,
    min: Number(min),
    max: Number(max ?? min),
    optional: optional !== undefined,
    rule: rule as RuleName | undefined,
  };
}

const table = IDENTIFIER_ROWS.map(([ai, ...parts]) => ({
  pattern: new RegExp(`^(?:${ai})$`),
  parts: parts.map(parseValuePart),
}));

// Cache. Keys have at most four digits, so it stays small.
const partsByAi = new Map<string, readonly Part[] | undefined>();

/**
 * Parts of an application identifier's value; undefined if GS1 does not define the identifier.
 * Expects at most four digits.
 */
export function listAiValueParts(ai: string): readonly Part[] | undefined {
  if (partsByAi.has(ai)) return partsByAi.get(ai);
  const parts = table.find(({ pattern }) => pattern.test(ai))?.parts;
  partsByAi.set(ai, parts);
  return parts;
}

/**
 * First two digits of the identifiers with a predefined length (7.8.5): no separator follows them.
 */
export const PREDEFINED_LENGTH = /^(?:0[0-4]|1[1-9]|20|3[1-6]|41)/;
