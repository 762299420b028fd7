const isImage = ({ type, name }: File): boolean =>
  type.startsWith('image/') || /\.hei[cf]$/i.test(name);

export const listImages = (data: DataTransfer | null): File[] =>
  [...(data?.files ?? [])].filter(isImage);

const getPastedFileName = (path: string): string => {
  const name = path.trim().split(/[/\\]/).at(-1) ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/**
 * Pictures to upload from a clipboard; none when it contains text. Spreadsheet cells come as text
 * and as a picture of the cells. The text of a file copied in a file manager is only its name or
 * path and does not count.
 */
export const listPastedImages = (data: DataTransfer): File[] => {
  const images = listImages(data);
  const names = new Set([...data.files].map(({ name }) => name));
  const lines = data.getData('text/plain').split('\n');
  return lines.every((line) => line.trim() === '' || names.has(getPastedFileName(line)))
    ? images
    : [];
};
