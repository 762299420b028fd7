/** Saves a blob as a file. */
export const saveFile = (blob: Blob, fileName: string): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers start reading the URL later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

/** Replaces characters that a system forbids in file names with a space. */
export const toSafeFileName = (name: string): string =>
  name.replaceAll(/[\\/:*?"<>|\u0000-\u001f\u007f]+/g, ' ').trim() || '标签';
