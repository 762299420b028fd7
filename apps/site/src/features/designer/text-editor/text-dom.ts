import {
  joinPieces,
  type StyledPiece,
  type StyledRun,
  type TextLook,
  type TextRange,
} from '@yunbiao/designer/text/rich-text';

/** A placeholder, shown as the label of its column. */
const PLACEHOLDERS = /(\{\{[^{}]*\}\})/;

type Look = TextLook & { gapMm: number };

const setFontStyle = ({ style }: HTMLElement, { sizeMm, weight, italic }: Look): void => {
  style.fontSize = `calc(${sizeMm} * var(--px-per-mm))`;
  style.fontWeight = String(weight);
  style.fontStyle = italic ? 'italic' : 'normal';
};

const styleRun = (span: HTMLElement, look: Look): void => {
  const { underline, strike, gapMm } = look;
  span.dataset['look'] = JSON.stringify(look);
  setFontStyle(span, look);
  const lines = [underline && 'underline', strike && 'line-through'].filter(Boolean).join(' ');
  if (lines) span.style.textDecorationLine = lines;
  if (gapMm !== 0) span.style.marginInlineStart = `calc(${gapMm} * var(--px-per-mm))`;
};

const createChip = (placeholder: string, label: string): HTMLElement => {
  const chip = document.createElement('span');
  chip.className = 'tag';
  chip.contentEditable = 'false';
  chip.dataset['content'] = placeholder;
  chip.textContent = label;
  return chip;
};

/** Shows the parts in an editable element. `describe`: text for a placeholder. */
export const renderRuns = (
  root: HTMLElement,
  runs: readonly StyledRun[],
  describe: (placeholder: string) => string,
): void => {
  const filled = runs.filter(({ content }) => content !== '');
  const spans = (filled.length > 0 ? filled : runs).map(({ content, ...look }) => {
    const span = document.createElement('span');
    styleRun(span, look);
    const pieces = content.split(PLACEHOLDERS).filter((piece) => piece !== '');
    span.append(
      ...pieces.map((piece) =>
        PLACEHOLDERS.test(piece) ? createChip(piece, describe(piece)) : piece,
      ),
    );
    return span;
  });
  // Without it the browser does not show an empty last line.
  const end = document.createElement('br');
  end.dataset['end'] = '';
  root.replaceChildren(...spans, end);
  // A browser writes at the end of the last line beside the parts.
  const last = runs.at(-1);
  if (last) setFontStyle(root, last);
};

/** A browser that has removed all text leaves a line break of its own, which is no text. */
const markEnd = (root: HTMLElement): void => {
  let last: ChildNode | null = root.lastChild;
  while (last?.lastChild) last = last.lastChild;
  if (last instanceof HTMLBRElement) last.dataset['end'] = '';
};

/** Text of a node that has no parts: null for others. */
const readLeaf = (node: Node): string | null => {
  if (node instanceof Text) return node.data;
  if (!(node instanceof HTMLElement)) return '';
  if (node.dataset['content'] !== undefined) return node.dataset['content'];
  if (node instanceof HTMLBRElement) return node.dataset['end'] === undefined ? '\n' : '';
  return null;
};

const readLook = (node: Node): Look | null => {
  const look = node instanceof HTMLElement ? node.dataset['look'] : undefined;
  return look === undefined ? null : (JSON.parse(look) as Look);
};

/**
 * Reads the parts of what the member has typed. Text outside of all parts looks like the part before
 * it, or like `fallback`.
 */
export const parseRuns = (root: HTMLElement, fallback: Look): StyledRun[] => {
  markEnd(root);
  const pieces: StyledPiece[] = [];
  const collectPieces = (node: Node, look: Look | null): void => {
    const text = readLeaf(node);
    if (text === null) {
      for (const child of node.childNodes) collectPieces(child, readLook(child) ?? look);
      return;
    }
    // Browsers keep a space at the end of a line as one that does not break.
    const content = text.replaceAll('\u00A0', ' ');
    if (content !== '') pieces.push({ look: look ?? pieces.at(-1)?.look ?? fallback, content });
  };
  for (const child of root.childNodes) collectPieces(child, readLook(child));
  return pieces.length > 0 ? joinPieces(pieces) : [{ ...fallback, content: '' }];
};

/** Text of the content of a node, with its placeholders. */
const readText = (root: Node): string =>
  Array.from(root.childNodes, (child) => readLeaf(child) ?? readText(child)).join('');

/** The selected text with its placeholders, to be copied. */
export const readSelectedText = (): string => {
  const selection = getSelection();
  return selection && selection.rangeCount > 0
    ? readText(selection.getRangeAt(0).cloneContents())
    : '';
};

/** The selection within an editable element; null when it is elsewhere. */
export const readSelection = (root: HTMLElement): TextRange | null => {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!root.contains(range.commonAncestorContainer)) return null;
  markEnd(root);
  const before = document.createRange();
  before.setStart(root, 0);
  before.setEnd(range.startContainer, range.startOffset);
  const from = readText(before.cloneContents()).length;
  return { from, to: from + readText(range.cloneContents()).length };
};

/** The boundary after a number of units. */
const findBoundary = (root: Node, at: number): { node: Node; offset: number } => {
  let unitsLeft = at;
  const walk = (parent: Node): { node: Node; offset: number } | null => {
    for (const [index, child] of [...parent.childNodes].entries()) {
      const text = readLeaf(child);
      if (text === null) {
        const boundary = walk(child);
        if (boundary) return boundary;
      } else if (unitsLeft <= text.length && text !== '') {
        if (child instanceof Text) return { node: child, offset: unitsLeft };
        return { node: parent, offset: unitsLeft === 0 ? index : index + 1 };
      } else unitsLeft -= text.length;
    }
    return null;
  };
  return walk(root) ?? { node: root, offset: 0 };
};

export const restoreSelection = (root: HTMLElement, { from, to }: TextRange): void => {
  const [start, end] = [findBoundary(root, from), findBoundary(root, to)];
  getSelection()?.setBaseAndExtent(start.node, start.offset, end.node, end.offset);
};
