import { type Caption, placeBoxOnCanvas, type Size } from '../model/layout.ts';

const FONT = '"Noto Sans SC", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';

/** Wraps text to the width of the room. A character wider than the room gets its own line. */
export const wrapText = (
  text: string,
  room: number,
  measureWidth: (line: string) => number,
): string[] =>
  text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const letter of paragraph) {
      if (line !== '' && measureWidth(line + letter) > room) {
        lines.push(line);
        line = letter.trim();
      } else line += letter;
    }
    return [...lines, line];
  });

/** Black or white, the one with the higher contrast. */
export const getOutlineColor = (colour: string): string => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(colour.slice(at, at + 2), 16),
  );
  return 0.299 * r + 0.587 * g + 0.114 * b > 128 ? '#000000' : '#ffffff';
};

export const drawCaption = (
  ctx: OffscreenCanvasRenderingContext2D,
  canvas: Size,
  caption: Caption,
): void => {
  const px = Math.max(6, (canvas.height * caption.size) / 100);
  const margin = px * 0.5;
  ctx.save();
  ctx.font = `600 ${px}px ${FONT}`;
  ctx.textBaseline = 'middle';
  ctx.globalAlpha = caption.opacity / 100;
  ctx.fillStyle = caption.colour;
  ctx.strokeStyle = getOutlineColor(caption.colour);
  ctx.lineWidth = px / 7;
  ctx.lineJoin = 'round';
  const measureWidth = (line: string): number => ctx.measureText(line).width;
  const lines = wrapText(caption.text, canvas.width - 2 * margin, measureWidth);
  const lineHeight = px * 1.3;
  for (const [index, line] of lines.entries()) {
    const inner = { width: measureWidth(line), height: lines.length * lineHeight };
    const { x, y: top } = placeBoxOnCanvas(caption.place, inner, canvas, margin);
    const y = top + (index + 0.5) * lineHeight;
    ctx.strokeText(line, x, y);
    ctx.fillText(line, x, y);
  }
  ctx.restore();
};
