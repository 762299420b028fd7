import { useStore } from '@yunbiao/ui';
import { useEffect, useRef } from 'react';
import css from '../gif.module.css';
import type { PictureStore } from '../picture-store.ts';
import type { Key } from '../worker/messages.ts';

/** Longest side of a thumbnail, px; small pictures are enlarged. */
const LONGEST = 192;

/** Thumbnail of a composed picture; empty until it arrives. */
export const Thumb = ({ pictures, of }: { pictures: PictureStore; of: Key }) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const version = useStore(pictures.version);
  const lastDrawn = useRef<ImageBitmap>(undefined);
  const { source, at } = of;
  useEffect(() => {
    const picture = pictures.get({ source, at });
    const ctx = canvas.current?.getContext('2d');
    // Pictures arrive one by one: do not redraw those already drawn.
    if (!ctx || !picture || lastDrawn.current === picture) return;
    lastDrawn.current = picture;
    const scale = LONGEST / Math.max(picture.width, picture.height);
    ctx.canvas.width = Math.max(1, Math.round(picture.width * scale));
    ctx.canvas.height = Math.max(1, Math.round(picture.height * scale));
    ctx.imageSmoothingQuality = 'high';
    ctx.drawImage(picture, 0, 0, ctx.canvas.width, ctx.canvas.height);
  }, [pictures, source, at, version]);
  return <canvas ref={canvas} className={css.thumb} aria-hidden="true" />;
};
