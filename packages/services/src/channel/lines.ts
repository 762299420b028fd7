/** A line of a bill is some hundred characters. */
const LINE_CHARS = 20_000;

/**
 * The lines of a file as it comes, without their ends. A line that never ends is cut: it is unreadable anyway, and a
 * file of one line must not fill the memory.
 */
export const listLines = async function* (
  bytes: AsyncIterable<Uint8Array>,
  encoding: 'utf-8' | 'gbk',
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let rest = '';
  for await (const chunk of bytes) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = (lines.pop() ?? '').slice(0, LINE_CHARS);
    for (const line of lines) yield line.replace(/\r$/, '');
  }
  rest += decoder.decode();
  if (rest !== '') yield rest.replace(/\r$/, '');
};

/** Bills are written with either kind of parentheses. */
const plainParens = (head: string): string => head.replace('（', '(').replace('）', ')');

/** What a column of that name holds in a row; '' when the bill has none. */
export const listColumns = (
  heads: readonly string[],
): ((row: readonly string[], name: string) => string) => {
  const places = new Map(heads.map((head, place) => [plainParens(head), place]));
  return (row, name) => row[places.get(name) ?? -1] ?? '';
};
