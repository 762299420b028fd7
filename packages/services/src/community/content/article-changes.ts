import MarkdownIt from 'markdown-it';
import { getExcerpt, renderMarkdown } from '../../platform/markdown/markdown.ts';

/** `新增：`, `改进：`, `修正：` at the start of a list item set the kind of change. */
const KINDS = { 新增: 'add', 改进: 'improve', 修正: 'fix' } as const;
const HEAD = /^(新增|改进|修正)\s*[：:]\s*/;
const MARKER = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?: {1,4}|\t|$)/;

export type ChangeKind = (typeof KINDS)[keyof typeof KINDS] | 'other';
export type ChangeSource = { kind: ChangeKind; /** Markdown. */ source: string };

/** Parser that only finds lists and their items. Display uses `renderMarkdown`. */
const listParser = new MarkdownIt({ html: false });

/** Removes the list marker and the indentation of an item. */
const stripMarker = (lines: readonly string[]): string => {
  const width = MARKER.exec(lines[0] ?? '')?.[0].length ?? 0;
  return lines
    .map((line, i) =>
      i === 0 ? line.slice(width) : line.replace(new RegExp(`^ {0,${width}}`), ''),
    )
    .join('\n')
    .trim();
};

const parseChangeLogItem = (text: string): ChangeSource => {
  const word = HEAD.exec(text)?.[1] as keyof typeof KINDS | undefined;
  return { kind: word ? KINDS[word] : 'other', source: text.replace(HEAD, '') };
};

/**
 * Splits an update log into changes, one per list item, and the remaining text. Derived from the
 * Markdown, never stored.
 */
export const parseChanges = (content: string): { changes: ChangeSource[]; rest: string } => {
  const lines = content.split(/\r\n|\r|\n/);
  const changes: ChangeSource[] = [];
  const inLists = new Set<number>();
  for (const { type, level, map } of listParser.parse(lines.join('\n'), {})) {
    if (!map) continue;
    const [from, to] = map;
    if (level === 0 && /^(bullet|ordered)_list_open$/.test(type))
      for (let line = from; line < to; line += 1) inLists.add(line);
    if (level === 1 && type === 'list_item_open' && inLists.has(from))
      changes.push(parseChangeLogItem(stripMarker(lines.slice(from, to))));
  }
  const rest = lines.filter((_, line) => !inLists.has(line)).join('\n');
  return { changes, rest: rest.trim() };
};

export const renderChanges = (
  content: string,
): { changes: { kind: ChangeKind; html: string }[]; leadHtml: string } => {
  const { changes, rest } = parseChanges(content);
  return {
    changes: changes.map(({ kind, source }) => ({ kind, html: renderMarkdown(source) })),
    leadHtml: rest ? renderMarkdown(rest) : '',
  };
};

/** Plain text of the first change, at most `max` characters; '' without changes. */
export const excerptFirstChange = (content: string, max: number): string => {
  const [first] = parseChanges(content).changes;
  // Later paragraphs only explain.
  return first ? getExcerpt(first.source.split(/\n\s*\n/)[0] ?? '', max) : '';
};
