/**
 * Kinds of link preview pictures: the pages below a software that have them, and the title in the
 * picture. `$1` in a kind is the name that the path holds; its picture is titled by the thing itself.
 */
const KINDS = [
  { kind: 'download', title: '下载打印客户端', path: /^\/download\b/ },
  { kind: 'qa', title: '问答', path: /^\/qa\b/ },
  { kind: 'article', title: '文章和帮助', path: /^\/article\b/ },
  { kind: 'updateLog', title: '更新日志', path: /^\/updateLog\b/ },
  { kind: 'vip', title: 'VIP 套餐', path: /^\/vip\b/ },
  { kind: 'guide-$1', path: /^\/guide\/([a-z0-9-]+)\.html/ },
  { kind: 'guide', title: '操作指南', path: /^\/guide\b/ },
  { kind: 'temp-$1', path: /^\/tools\/design-(\d+)\.html/ },
  { kind: 'designer', title: '标签设计器', path: /^\/tools\/design-/ },
  { kind: 'codes-$1', path: /^\/tools\/codes\/([a-z0-9-]+)\.html/ },
  { kind: 'codes', title: '条码与元素手册', path: /^\/tools\/codes\b/ },
  { kind: 'printers-$1', path: /^\/tools\/printers\/([a-z0-9-]+)\.html/ },
  { kind: 'printers', title: '打印机型号', path: /^\/tools\/printers\b/ },
  { kind: 'temp', title: '模板库', path: /^\/tools\/temp\b/ },
  { kind: 'zpl', title: 'ZPL 预览', path: /^\/tools\/zpl\b/ },
  { kind: 'gif', title: 'GIF 制作', path: /^\/tools\/(?:generator|videoToGif)\b/ },
  { kind: 'tools', title: '工具', path: /^\/tools\/?$/ },
] as const;

/** Kind of the preview picture of a page; undefined for the picture of the software. */
export const findPreviewKind = (path: string): string | undefined => {
  for (const { kind, path: pattern } of KINDS) {
    const match = pattern.exec(path);
    if (match) return kind.replace('$1', match[1] ?? '');
  }
  return undefined;
};

/** Title in the pictures of a kind; undefined for kinds of named things, and for other texts. */
export const findPreviewTitle = (kind: string): string | undefined => {
  const entry = KINDS.find((candidate) => candidate.kind === kind);
  return entry && 'title' in entry ? entry.title : undefined;
};
