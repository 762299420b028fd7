import { findPreviewKind } from '@yunbiao/contract/site/preview-kinds';

/** Path of the preview picture of a page, drawn by the server. `path`: with the alias. */
export const getPreviewPicture = (alias: string | undefined, path: string | undefined): string => {
  if (alias === undefined) return '/static/og.png';
  const basePath = `/static/og/${encodeURIComponent(alias)}`;
  const kind = findPreviewKind(path?.replace(/^\/[^/]+/, '').replace(/\?.*$/, '') ?? '');
  return kind === undefined ? `${basePath}.png` : `${basePath}/${kind}.png`;
};
