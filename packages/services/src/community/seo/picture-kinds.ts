import { getHandbookTitle, isHandbookName } from '../handbook/names.ts';

/** Titles of the pictures of public pages, by the kind in their address. */
const TITLES = {
  download: '下载打印客户端',
  qa: '问答',
  article: '文章和帮助',
  updateLog: '更新日志',
  vip: 'VIP 套餐',
  tools: '工具',
  designer: '标签设计器',
  temp: '模板库',
  zpl: 'ZPL 预览',
  gif: 'GIF 制作',
  codes: '条码与元素手册',
} as const;

type Kind = keyof typeof TITLES;

export type PictureKind =
  | { title: string }
  | { title: string; handbook: string }
  | { templateId: number };

const isKind = (name: string): name is Kind => Object.hasOwn(TITLES, name);

/**
 * Parses the kind of a picture: `qa`, `codes-ean13` (an entry of the handbook) or `temp-12` (a
 * public template). Undefined for any other text, so that the number of pictures is bounded.
 */
export const parsePictureKind = (text: string): PictureKind | undefined => {
  if (isKind(text)) return { title: TITLES[text] };
  const [, kind, name = ''] = /^(codes|temp)-([a-z0-9-]{1,40})$/.exec(text) ?? [];
  if (kind === 'codes' && isHandbookName(name))
    return { title: getHandbookTitle(name), handbook: name };
  // One text per template, and an exact number: neither `012` nor more than 2^53.
  return kind === 'temp' && /^[1-9]\d{0,14}$/.test(name) ? { templateId: Number(name) } : undefined;
};
