import type { Tool } from './studio-state.ts';

/** Picture types that every browser can open. */
export const PICTURES =
  'image/jpeg,image/png,image/apng,image/webp,image/gif,image/avif,image/bmp,.avif,.bmp';

export const ACCEPT: Record<Tool, string> = {
  pictures: PICTURES,
  video: 'video/*,.mkv,.mov',
  gif: 'image/gif,image/webp,image/apng,image/png',
};
