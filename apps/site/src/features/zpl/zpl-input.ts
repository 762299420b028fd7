import type { Source } from './messages.ts';

/** Input: editable text, or a named file. */
export type ZplInput = { kind: 'text'; text: string } | { kind: 'file'; name: string; file: Blob };

/** All input fields; numbers as typed. */
export type ZplSettings = { dpi: string; widthMm: string; heightMm: string; given: ZplInput };

/** Maximum length of editable text. Longer text would block the browser for seconds. */
export const MAX_EDITABLE_CHARACTERS = 200_000;

export const isEmptyInput = (input: ZplInput): boolean =>
  input.kind === 'text' ? input.text.trim() === '' : input.file.size === 0;

export const getZplSource = (input: ZplInput): Source | null => {
  if (isEmptyInput(input)) return null;
  return input.kind === 'text' ? input.text : input.file;
};

/** Reads a plain text file as text. Binary content, GBK text and long files stay files. */
export const readInputFile = async (file: File): Promise<ZplInput> => {
  const asFile: ZplInput = { kind: 'file', name: file.name, file };
  if (file.size > MAX_EDITABLE_CHARACTERS) return asFile;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    // An editor would not preserve control characters.
    return /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(text) ? asFile : { kind: 'text', text };
  } catch {
    return asFile;
  }
};
