/** Kind of the preview picture by the path of a page below its software. */
const KINDS: readonly [path: RegExp, kind: string][] = [
  [/^\/(download|qa|article|updateLog|vip)\b/, '$1'],
  [/^\/tools\/design-(\d+)\.html/, 'temp-$1'],
  [/^\/tools\/design-/, 'designer'],
  [/^\/tools\/codes\/([a-z0-9-]+)\.html/, 'codes-$1'],
  [/^\/tools\/(codes|temp|zpl)\b/, '$1'],
  [/^\/tools\/(?:generator|videoToGif)\b/, 'gif'],
  [/^\/tools\/?$/, 'tools'],
];

/** Path of the preview picture of a page, drawn by the server. `path`: with the alias. */
export const getPreviewPicture = (alias: string | undefined, path: string | undefined): string => {
  if (alias === undefined) return '/static/og.png';
  const own = `/static/og/${encodeURIComponent(alias)}`;
  const below = path?.replace(/^\/[^/]+/, '').replace(/\?.*$/, '') ?? '';
  for (const [pattern, kind] of KINDS) {
    const match = pattern.exec(below);
    if (match) return `${own}/${kind.replace('$1', match[1] ?? '')}.png`;
  }
  return `${own}.png`;
};
