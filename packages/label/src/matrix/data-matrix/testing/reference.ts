/**
 * The fewest codewords for text of ISO 8859-1, in the first of the capacities that is large enough,
 * by trying every split into segments. Slow, and independent of the encoder. Undefined when no
 * capacity is large enough.
 */
export function countMinCodewords(text: string, capacities: readonly number[]): number | undefined {
  const runs = listRuns(text);
  const closed = [0];
  for (let end = 1; end <= text.length; end += 1) {
    const ways = runs.filter((run) => run.end === end);
    closed.push(Math.min(...ways.map((run) => (closed[run.start] ?? 0) + measureClosed(run))));
  }
  for (const capacity of capacities) {
    const totals = runs.flatMap((run) => {
      const before = closed[run.start] ?? 0;
      return openLengths(run, capacity - before).map((length) => before + length);
    });
    const min = Math.min(closed[text.length] ?? 0, ...totals);
    if (min <= capacity) return min;
  }
  return undefined;
}

type Run = {
  start: number;
  end: number;
  count: number;
  ascii: number;
  /** Codewords of the rest of the text in ASCII. */
  rest: number;
  /** Values in C40 and in Text. */
  shifted: number[];
  isX12: boolean;
  isEdifact: boolean;
};

function listRuns(text: string): Run[] {
  const runs: Run[] = [];
  for (let start = 0; start < text.length; start += 1) {
    for (let end = start + 1; end <= text.length; end += 1) {
      const run = text.slice(start, end);
      runs.push({
        start,
        end,
        count: run.length,
        ascii: measureAscii(run),
        rest: measureAscii(text.slice(end)),
        shifted: [countValues(run, /[ 0-9A-Z]/g), countValues(run, /[ 0-9a-z]/g)],
        isX12: /^[ 0-9A-Z\r*>]*$/.test(run),
        isEdifact: /^[ -^]*$/.test(run),
      });
    }
  }
  return runs;
}

function measureAscii(run: string): number {
  return run.replaceAll(/\d\d/g, '0').replaceAll(/[\x80-\xff]/g, '00').length;
}

/** A character of the basic set takes one value, any other two; the upper shift takes two more. */
function countValues(run: string, basic: RegExp): number {
  const low = run.replaceAll(/[\x80-\xff]/g, (c) => String.fromCharCode(c.charCodeAt(0) - 128));
  const high = run.match(/[\x80-\xff]/g)?.length ?? 0;
  return low.length * 2 - (low.match(basic)?.length ?? 0) + high * 2;
}

/** Codewords of a run in the best single encodation that returns to ASCII. */
function measureClosed({ count, ascii, shifted, isX12, isEdifact }: Run): number {
  const lengths = [ascii, 1 + (count < 250 ? 1 : 2) + count];
  for (const values of isX12 ? [...shifted, count] : shifted)
    if (values % 3 === 0) lengths.push(2 + (values / 3) * 2);
  if (isEdifact) lengths.push(1 + Math.ceil(((count + 1) * 6) / 8));
  return Math.min(...lengths);
}

/**
 * Codewords of a run and the rest in ASCII when they end with the symbol, which has `left`
 * codewords.
 */
function openLengths({ count, rest, shifted, isX12, isEdifact }: Run, left: number): number[] {
  const lengths: number[] = [];
  for (const values of isX12 ? [...shifted, count] : shifted)
    if (values % 3 === 0 && rest <= 1) lengths.push(1 + (values / 3) * 2 + rest);
  for (const values of shifted)
    if (values % 3 === 2 && rest === 0) lengths.push(1 + ((values + 1) / 3) * 2);
  if (rest === 0) lengths.push(2 + count);
  const exact = lengths.filter((length) => length === left);
  const groups = 1 + (count / 4) * 3;
  const isImplied = left - groups >= rest && left - groups <= 2;
  return isEdifact && count % 4 === 0 && isImplied ? [...exact, groups + rest] : exact;
}
