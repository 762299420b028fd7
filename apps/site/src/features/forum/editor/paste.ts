const isImage = ({ type, name }: File): boolean =>
  type.startsWith('image/') || /\.hei[cf]$/i.test(name);

/** The pictures among what is dropped or pasted. */
export const listImages = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(isImage);

const lastPart = (path: string): string => {
  const name = path.trim().split(/[/\\]/).at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/**
 * The pictures to upload from a clipboard: none when it has words. Cells of a spreadsheet come as text and, besides, as
 * a picture of themselves. A file copied in a file manager has its name or path for a text, which is not meant.
 */
export const pastedImages = (data: DataTransfer): File[] => {
  const images = listImages(data);
  const names = new Set([...data.files].map(({ name }) => name));
  const lines = data.getData('text/plain').split('\n');
  return lines.every((line) => line.trim() === '' || names.has(lastPart(line))) ? images : [];
};
