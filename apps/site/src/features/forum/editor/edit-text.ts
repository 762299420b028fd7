/** What is selected in a text. */
export type Selected = { text: string; start: number; end: number };

/** A piece put in place of another, and what is selected afterwards. */
export type Edit = { from: number; to: number; insert: string; start: number; end: number };

/** Puts marks around the selection, or takes them away; without a selection around a word to write over. */
export const wrap = ({ text, start, end }: Selected, mark: string, word: string): Edit => {
  const n = mark.length;
  if (text.slice(start - n, start) === mark && text.slice(end, end + n) === mark)
    return {
      from: start - n,
      to: end + n,
      insert: text.slice(start, end),
      start: start - n,
      end: end - n,
    };
  const inner = text.slice(start, end) || word;
  return {
    from: start,
    to: end,
    insert: mark + inner + mark,
    start: start + n,
    end: start + n + inner.length,
  };
};

/** Begins every selected line with the prefix, or takes it away when all have it. */
export const prefixLines = ({ text, start, end }: Selected, prefix: string): Edit => {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const stop = text.indexOf('\n', end);
  const to = stop < 0 ? text.length : stop;
  const lines = text.slice(from, to).split('\n');
  const all = lines.every((line) => line.startsWith(prefix));
  const insert = lines.map((line) => (all ? line.slice(prefix.length) : prefix + line)).join('\n');
  return { from, to, insert, start: from + insert.length, end: from + insert.length };
};

/** Code: marks within a line, a fence around several. */
export const code = (selected: Selected): Edit => {
  const { text, start, end } = selected;
  const inner = text.slice(start, end);
  if (!inner.includes('\n')) return wrap(selected, '`', '代码');
  const insert = `\`\`\`\n${inner}\n\`\`\``;
  return { from: start, to: end, insert, start: start + 4, end: start + 4 + inner.length };
};

const ADDRESS = 'https://';

/** A link whose address is selected, to be written over. A selected address becomes the address. */
export const link = ({ text, start, end }: Selected): Edit => {
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

/** A block of its own at the caret: an empty line before and after, as far as there is text. */
export const block = ({ text, start, end }: Selected, what: string): Edit => {
  const before = text.slice(0, start);
  const lead =
    before === '' || before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n';
  const tail = text.slice(end).startsWith('\n') ? '\n' : '\n\n';
  const insert = lead + what + tail;
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length };
};

/** The words for an upload that is still under way. */
export const uploadToken = (name: string, id: number): string => `![${name}](上传中-${id})`;

const TOKENS = /!\[[^\]\n]{0,300}\]\(上传中-\d+\)\n?\n?/g;

/** Without the places kept for uploads: a draft outlives them. */
export const withoutTokens = (text: string): string => text.replaceAll(TOKENS, '');

/** A picture's name as its description: no extension, nothing Markdown would read. */
export const getAlt = (fileName: string): string =>
  fileName
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/[[\]()\\`*_!<>\r\n]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 40) || '图片';

/** Does the edit in the field, so that the browser's own undo knows it. */
export const applyEdit = (area: HTMLTextAreaElement, edit: Edit): void => {
  const { from, to, insert, start, end } = edit;
  area.focus();
  area.setSelectionRange(from, to);
  const done =
    insert === ''
      ? from === to || document.execCommand('delete')
      : document.execCommand('insertText', false, insert);
  if (!done) {
    area.setRangeText(insert, from, to, 'end');
    area.dispatchEvent(new Event('input', { bubbles: true }));
  }
  area.setSelectionRange(start, end);
};
