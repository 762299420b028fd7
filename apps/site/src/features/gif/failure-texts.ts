import { formatKb } from './model/limit.ts';
import type { Maker } from './use-maker.ts';
import type { Refusal } from './worker/messages.ts';

/** Reasons why a file is refused, as text. */
const ABOUT: { [C in Refusal['code']]: (reason: Extract<Refusal, { code: C }>) => string } = {
  kind: () => '不是图片或视频，或者是不认识的格式',
  format: ({ name }) => `是 ${name} 文件，这里打不开，先保存为 PNG 或 JPEG`,
  broken: () => '坏了，或者没有下载完整',
  empty: () => '是空的',
  noPicture: () => '里面没有画面',
  unread: () => '读不了：可能已经移动或者删除',
  noDecoder: () => '这个浏览器打不开这种格式，先保存为 PNG、JPEG 或 MP4',
  noVideo: () => '这种格式打不开：能用的视频是 MP4、MOV、WebM、MKV，先转成 MP4',
  tooLarge: ({ width, height }) =>
    width > 0 ? `声明的画面有 ${width} × ${height}，太大，没有打开` : '太大，没有打开',
  tooManyFrames: ({ most }) => `超过 ${most} 帧，没有打开`,
  codec: ({ codec }) => `的编码${codec ? `（${codec}）` : ''}这个浏览器解不了，先转成 H.264 的 MP4`,
  tooLong: ({ most }) => `超过 ${most / 3600} 小时，先剪短`,
};

export const describeRefusedFile = (refusal: Refusal): string =>
  (ABOUT[refusal.code] as (refusal: Refusal) => string)(refusal);

export const describeFileRefusal = (name: string, refusal: Refusal): string =>
  `“${name}”${describeRefusedFile(refusal)}。`;

/** Reason why no file was made, as text. */
export const describeFailure = (
  nonNullable: NonNullable<Maker['failed']>,
  files: readonly { source: number; file: { name: string } }[],
): string => {
  if (nonNullable.code === 'gone') return '处理图片的程序停了：可能内存不够，改小一点后重试。';
  if (nonNullable.code === 'cannotFit')
    return `压不到这么小，最小能到 ${formatKb(nonNullable.smallest)}：少几帧，或者把上限放宽。`;
  if (nonNullable.code === 'mark')
    return '水印的图片读不了：可能已经移动或者删除。再选一次，或者删除它。';
  if (nonNullable.code === 'frame') {
    const name = files.find(({ source }) => source === nonNullable.source)?.file.name ?? '';
    return `第 ${nonNullable.frame + 1} 帧读不了，它来自“${name}”。删除它再生成。`;
  }
  return `生成失败：文件${describeRefusedFile(nonNullable)}。`;
};
