/** Saves what was made or fetched here as a file of this name. */
export const saveFile = (blob: Blob, fileName: string): void => {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers start reading the address only after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};

/** What no system has in a file's name becomes a space. */
export const safeFileName = (name: string): string =>
  name.replaceAll(/[\\/:*?"<>|\u0000-\u001f\u007f]+/g, ' ').trim() || '标签';
