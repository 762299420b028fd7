import { type Caption, placedAt, type Size } from '../model/layout.ts';

const FONT = '"Noto Sans SC", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';

/** Lines no wider than the room; a character wider than that has a line of its own. */
export const wrapped = (text: string, room: number, getWidth: (line: string) => number): string[] =>
  text.split('\n').flatMap((paragraph) => {
    const lines: string[] = [];
    let line = '';
    for (const letter of paragraph) {
      if (line !== '' && getWidth(line + letter) > room) {
        lines.push(line);
        line = letter.trim();
      } else line += letter;
    }
    return [...lines, line];
  });

/** Black or white, whichever the colour stands out from. */
export const getOutline = (colour: string): string => {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(colour.slice(at, at + 2), 16),
  );
  return 0.299 * r + 0.587 * g + 0.114 * b > 128 ? '#000000' : '#ffffff';
};

/** Writes over the picture what is to be read on every frame. */
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
  ctx.strokeStyle = getOutline(caption.colour);
  ctx.lineWidth = px / 7;
  ctx.lineJoin = 'round';
  const getWidth = (line: string): number => ctx.measureText(line).width;
  const lines = wrapped(caption.text, canvas.width - 2 * margin, getWidth);
  const lineHeight = px * 1.3;
  for (const [index, line] of lines.entries()) {
    const inner = { width: getWidth(line), height: lines.length * lineHeight };
    const { x, y: top } = placedAt(caption.place, inner, canvas, margin);
    const y = top + (index + 0.5) * lineHeight;
    ctx.strokeText(line, x, y);
    ctx.fillText(line, x, y);
  }
  ctx.restore();
};
