import type { Source } from './messages.ts';

/** What somebody gave: text that can be edited, or bytes under a name. */
export type Given = { kind: 'text'; text: string } | { kind: 'file'; name: string; file: Blob };

/** All that is asked on the left; numbers as they are typed. */
export type Asked = { dpi: string; widthMm: string; heightMm: string; given: Given };

/** Longer text is not put where it can be edited: a browser would be busy with it for seconds. */
export const MAX_EDITABLE_CHARACTERS = 200_000;

export const isNothing = (given: Given): boolean =>
  given.kind === 'text' ? given.text.trim() === '' : given.file.size === 0;

export const getSource = (given: Given): Source | null => {
  if (isNothing(given)) return null;
  return given.kind === 'text' ? given.text : given.file;
};

/** A file of plain text is text; one of bytes, in GBK or with pictures, is read as bytes. */
export const givenFile = async (file: File): Promise<Given> => {
  const asFile: Given = { kind: 'file', name: file.name, file };
  if (file.size > MAX_EDITABLE_CHARACTERS) return asFile;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    // Controls are bytes that an editor would not keep.
    return /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text) ? asFile : { kind: 'text', text };
  } catch {
    return asFile;
  }
};
