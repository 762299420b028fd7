import { encodeQr, isDark } from '@yunbiao/label';

/** A QR code by our own engine, as a page draws it: a run of dark modules is one rectangle. */
export const qrPath = (text: string): { size: number; path: string } => {
  const code = encodeQr(text, 'M');
  const runs: string[] = [];
  for (let y = 0; y < code.height; y += 1)
    for (let x = 0; x < code.width; x += 1) {
      const from = x;
      while (x < code.width && isDark(code, x, y)) x += 1;
      if (x > from) runs.push(`M${from} ${y}h${x - from}v1h-${x - from}z`);
    }
  return { size: code.width, path: runs.join('') };
};
