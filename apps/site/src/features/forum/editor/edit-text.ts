/** The text of a field and its selection. */
export type Selected = { text: string; start: number; end: number };

/** Replacement of a range, and the selection after it. */
export type Edit = { from: number; to: number; insert: string; start: number; end: number };

/**
 * Adds marks around the selection, or removes them. Without a selection it inserts the
 * placeholder, which is then selected.
 */
export const toggleMark = (
  { text, start, end }: Selected,
  mark: string,
  placeholder: string,
): Edit => {
  const n = mark.length;
  if (text.slice(start - n, start) === mark && text.slice(end, end + n) === mark)
    return {
      from: start - n,
      to: end + n,
      insert: text.slice(start, end),
      start: start - n,
      end: end - n,
    };
  const inner = text.slice(start, end) || placeholder;
  return {
    from: start,
    to: end,
    insert: mark + inner + mark,
    start: start + n,
    end: start + n + inner.length,
  };
};

/** Adds the prefix to each selected line, or removes it when all lines have it. */
export const togglePrefix = ({ text, start, end }: Selected, prefix: string): Edit => {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const stop = text.indexOf('\n', end);
  const to = stop < 0 ? text.length : stop;
  const lines = text.slice(from, to).split('\n');
  const isPrefixed = lines.every((line) => line.startsWith(prefix));
  const insert = lines
    .map((line) => (isPrefixed ? line.slice(prefix.length) : prefix + line))
    .join('\n');
  return { from, to, insert, start: from + insert.length, end: from + insert.length };
};

/** Inline code within a line, a fenced block for several lines. */
export const toggleCode = (selected: Selected): Edit => {
  const { text, start, end } = selected;
  const inner = text.slice(start, end);
  if (!inner.includes('\n')) return toggleMark(selected, '`', '代码');
  const insert = `\`\`\`\n${inner}\n\`\`\``;
  return { from: start, to: end, insert, start: start + 4, end: start + 4 + inner.length };
};

const ADDRESS = 'https://';

/**
 * Inserts a link and selects its URL for overwriting. A selected URL becomes the target of the
 * link.
 */
export const insertLink = ({ text, start, end }: Selected): Edit => {
  const inner = text.slice(start, end);
  if (/^https?:\/\/\S+$/.test(inner))
    return {
      from: start,
      to: end,
      insert: `[链接](${inner})`,
      start: start + 1,
      end: start + 3,
    };
  const words = inner || '链接';
  const at = start + words.length + 3;
  return {
    from: start,
    to: end,
    insert: `[${words}](${ADDRESS})`,
    start: at,
    end: at + ADDRESS.length,
  };
};

/** Inserts a block at the caret, separated from other text by an empty line before and after. */
export const insertBlock = ({ text, start, end }: Selected, block: string): Edit => {
  const textBefore = text.slice(0, start);
  const lead =
    textBefore === '' || textBefore.endsWith('\n\n')
      ? ''
      : textBefore.endsWith('\n')
        ? '\n'
        : '\n\n';
  const tail = text.slice(end).startsWith('\n') ? '\n' : '\n\n';
  const insert = lead + block + tail;
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length };
};

/** Placeholder of a pending upload. */
export const formatUploadPlaceholder = (name: string, id: number): string =>
  `![${name}](上传中-${id})`;

const TOKENS = /!\[[^\]\n]{0,300}\]\(上传中-\d+\)\n?\n?/g;

/**
 * Removes the placeholders of uploads. A draft must not contain them, because it outlives the
 * uploads.
 */
export const stripUploadPlaceholders = (text: string): string => text.replaceAll(TOKENS, '');

/** A text after a replacement. `shiftPlace` maps a place of the old text to the same place in the new one. */
export type ReplacedText = { text: string; shiftPlace: (place: number) => number };

/**
 * Replaces the placeholder of an upload; '' removes it with its empty line. Null when the text does
 * not contain it.
 */
export const replaceUploadPlaceholder = (
  text: string,
  token: string,
  insert: string,
): ReplacedText | null => {
  const at = text.indexOf(token);
  if (at < 0) return null;
  const tail = insert === '' ? /^\n{0,2}/ : /^/;
  const textAfter = text.slice(at + token.length).replace(tail, '');
  const newText = text.slice(0, at) + insert + textAfter;
  const growth = newText.length - text.length;
  return {
    text: newText,
    shiftPlace: (place) => (place > at ? Math.max(at, place + growth) : place),
  };
};

/** Alternative text from a file name, without extension and Markdown characters. */
export const toAltText = (fileName: string): string =>
  fileName
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/[[\]()\\`*_!<>\r\n]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 40) || '图片';

/** Applies the edit through the browser's editing command, so that undo works. */
export const applyEdit = (area: HTMLTextAreaElement, edit: Edit): void => {
  const { from, to, insert, start, end } = edit;
  area.focus();
  area.setSelectionRange(from, to);
  const isDone =
    insert === ''
      ? from === to || document.execCommand('delete')
      : document.execCommand('insertText', false, insert);
  if (!isDone) {
    area.setRangeText(insert, from, to, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(start, end);
};
