import { type InputLimits, InputLimitError } from '@yunbiao/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanJson, type ScannedJson } from './json-scan.ts';

const LIMITS = { items: 1_000, depth: 6 };

const scan = (
  text: string,
  limits: Pick<InputLimits, 'items' | 'depth'> = LIMITS,
  field?: string,
): ScannedJson & { steps: number } => {
  const work = scanJson(Buffer.from(text), limits, field);
  for (let steps = 0; ; steps += 1) {
    const step = work.next();
    if (step.done) return { ...step.value, steps };
  }
};

const getRefusal = (text: string, limits = LIMITS): unknown => {
  try {
    return scan(text, limits);
  } catch (error) {
    return error instanceof InputLimitError ? error.reason : error;
  }
};

/** The value that the pieces and the rest give together. */
const read = (text: string, field: string): unknown => {
  const bytes = Buffer.from(text);
  const { rest, pieces } = scan(text, { items: 100_000, depth: 20 }, field);
  const outer: unknown = JSON.parse(rest);
  if (pieces === null) return outer;
  const list: unknown[] = pieces.map(({ start, end }) =>
    JSON.parse(bytes.toString('utf8', start, end)),
  );
  return field === '' ? list : { ...(outer as object), [field]: list };
};

describe('looking through JSON', () => {
  it('finds the same list that is in it, whatever else there is', () => {
    const other = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), other),
        fc.array(other),
        fc.constantFrom(0, 1, 2),
        (rest, rows, indent) => {
          const { rows: _, ...fields } = rest;
          const text = JSON.stringify({ ...fields, rows, last: 'rows' }, null, indent);
          expect(read(text, 'rows')).toEqual(JSON.parse(text));
          expect(read(JSON.stringify(rows, null, indent), '')).toEqual(
            JSON.parse(JSON.stringify(rows)),
          );
        },
      ),
    );
  });

  it.each([
    ['{"a":"rows","b":[1]}', null],
    ['{"a":{"rows":[1]}}', null],
    ['{"rows":{"rows":[1]}}', null],
    ['{"rows":[ ]}', 0],
    ['{"rows":["],[",{"a":"\\\\\\"]"}]}', 2],
  ])('sees in %s its own list only', (text, count) => {
    expect(scan(text, LIMITS, 'rows').pieces?.length ?? null).toBe(count);
  });

  it.each(['{"rows":[1,]}', '{"rows":[1}', '{"rows":[1', '{"rows":[1]]}', '{"rows":[1 2]}'])(
    'leaves it to the parser that %s is none',
    (text) => {
      expect(() => read(text, 'rows')).toThrow(SyntaxError);
    },
  );

  it('stops at the limits', () => {
    const buildNestedArrays = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect([getRefusal(buildNestedArrays(6)), getRefusal(buildNestedArrays(7))]).toEqual([
      expect.anything(),
      'depth',
    ]);
    expect(getRefusal('['.repeat(1_000_000))).toBe('depth');
    expect(getRefusal(`{${'"a":1,'.repeat(2_000)}}`)).toBe('items');
    expect(getRefusal(`"${'[,'.repeat(2_000)}"`)).toEqual(
      expect.objectContaining({ pieces: null }),
    );
  });

  it('pauses within one string, whatever is in it', () => {
    for (const part of ['\\"', '\\\\\\"', '\\u0022\\"']) {
      const { steps } = scan(`["${part.repeat(2_000_000 / part.length)}"]`);
      expect([part, steps > 20]).toEqual([part, true]);
    }
  });

  it('takes twice as many steps for twice as much, whatever it is', () => {
    const wide = { items: Infinity, depth: Infinity };
    for (const part of ['[', ']', '{"a":', '"a",', '\\"', '\\', '"\\\\"', ' ', '1', '"', ',']) {
      const [one, two] = [1, 2].map(
        (times) => scan(part.repeat((times * 2_000_000) / part.length), wide, 'rows').steps,
      );
      expect([part, (two ?? 0) <= 2 * (one ?? 0) + 2]).toEqual([part, true]);
    }
  });
});
