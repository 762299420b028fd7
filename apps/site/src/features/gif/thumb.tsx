import { useStore } from '@yunbiao/ui';
import { useEffect, useRef } from 'react';
import css from './gif.module.css';
import type { PictureStore } from './picture-store.ts';
import type { Key } from './worker/messages.ts';

/** Of a frame in a row of them, px of the longest side; small pictures are enlarged. */
const LONGEST = 192;

/** A composed picture, drawn small; empty until it is there. */
export const Thumb = ({ pictures, of }: { pictures: PictureStore; of: Key }) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const version = useStore(pictures.version);
  const drawn = useRef<ImageBitmap>(undefined);
  const { source, at } = of;
  useEffect(() => {
    const picture = pictures.get({ source, at });
    const ctx = canvas.current?.getContext('2d');
    // Pictures come one by one; those that are drawn stay.
    if (!ctx || !picture || drawn.current === picture) return;
    drawn.current = picture;
    const scale = LONGEST / Math.max(picture.width, picture.height);
    ctx.canvas.width = Math.max(1, Math.round(picture.width * scale));
    ctx.canvas.height = Math.max(1, Math.round(picture.height * scale));
    ctx.imageSmoothingQuality = 'high';
    ctx.drawImage(picture, 0, 0, ctx.canvas.width, ctx.canvas.height);
  }, [pictures, source, at, version]);
  return <canvas ref={canvas} className={css.thumb} aria-hidden="true" />;
};
