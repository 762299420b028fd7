import MarkdownIt from 'markdown-it';
import { getExcerpt, renderMarkdown } from '../markdown/markdown.ts';

/** `新增：`, `改进：`, `修正：` at the head of a list item say what kind of change it is. */
const KINDS = { 新增: 'add', 改进: 'improve', 修正: 'fix' } as const;
const HEAD = /^(新增|改进|修正)\s*[：:]\s*/;
const MARKER = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?: {1,4}|\t|$)/;

export type ChangeKind = (typeof KINDS)[keyof typeof KINDS] | 'other';
export type ChangeSource = { kind: ChangeKind; /** Markdown. */ source: string };

/** Says where lists and their items lie; what is shown is rendered by `renderMarkdown`. */
const outline = new MarkdownIt({ html: false });

/** The text of an item without its marker and the indentation under it. */
const withoutMarker = (lines: readonly string[]): string => {
  const width = MARKER.exec(lines[0] ?? '')?.[0].length ?? 0;
  return lines
    .map((line, i) =>
      i === 0 ? line.slice(width) : line.replace(new RegExp(`^ {0,${width}}`), ''),
    )
    .join('\n')
    .trim();
};

const getChange = (text: string): ChangeSource => {
  const word = HEAD.exec(text)?.[1] as keyof typeof KINDS | undefined;
  return { kind: word ? KINDS[word] : 'other', source: text.replace(HEAD, '') };
};

/**
 * An update log taken apart: the items of its lists, each a change, and what is written around them. The Markdown is
 * the one source; nothing of this is stored.
 */
export const changesIn = (content: string): { changes: ChangeSource[]; rest: string } => {
  const lines = content.split(/\r\n|\r|\n/);
  const changes: ChangeSource[] = [];
  const inLists = new Set<number>();
  for (const { type, level, map } of outline.parse(lines.join('\n'), {})) {
    if (!map) continue;
    const [from, to] = map;
    if (level === 0 && /^(bullet|ordered)_list_open$/.test(type))
      for (let line = from; line < to; line += 1) inLists.add(line);
    if (level === 1 && type === 'list_item_open' && inLists.has(from))
      changes.push(getChange(withoutMarker(lines.slice(from, to))));
  }
  const rest = lines.filter((_, line) => !inLists.has(line)).join('\n');
  return { changes, rest: rest.trim() };
};

/** The changes as pages show them. */
export const renderChanges = (
  content: string,
): { changes: { kind: ChangeKind; html: string }[]; leadHtml: string } => {
  const { changes, rest } = changesIn(content);
  return {
    changes: changes.map(({ kind, source }) => ({ kind, html: renderMarkdown(source) })),
    leadHtml: rest ? renderMarkdown(rest) : '',
  };
};

/** The first change in plain words, at most so many characters; '' when there is none. */
export const firstChange = (content: string, max: number): string => {
  const [first] = changesIn(content).changes;
  // Only its first paragraph: what follows explains.
  return first ? getExcerpt(first.source.split(/\n\s*\n/)[0] ?? '', max) : '';
};
