import { encodeQr, isDarkModule } from '@yunbiao/label';

/** QR code as an SVG path, made by our own encoder. A run of dark modules is one rectangle. */
export const buildQrPath = (text: string): { size: number; path: string } => {
  const code = encodeQr(text, 'M');
  const runs: string[] = [];
  for (let y = 0; y < code.height; y += 1)
    for (let x = 0; x < code.width; x += 1) {
      const from = x;
      while (x < code.width && isDarkModule(code, x, y)) x += 1;
      if (x > from) runs.push(`M${from} ${y}h${x - from}v1h-${x - from}z`);
    }
  return { size: code.width, path: runs.join('') };
};
