import { createIcon, FIRST_PATHS } from './first-icon.tsx';

/** Line icons on a 16 × 16 grid. */
const PATHS = {
  ...FIRST_PATHS,
  sun: 'M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6M8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1 1M11.6 11.6l1 1M12.6 3.4l-1 1M4.4 11.6l-1 1',
  moon: 'M13 9.5A5.5 5.5 0 0 1 6.5 3a5.5 5.5 0 1 0 6.5 6.5z',
  up: 'm4 10 4-4 4 4',
  menu: 'M2 4.5h12M2 8h12M2 11.5h12',
  bell: 'M4 11V7a4 4 0 0 1 8 0v4l1 1.5H3zM6.5 14.5h3',
  calendar: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
  print: 'M4.5 6V2.5h7V6M4.5 11.5h-2V6h11v5.5h-2M4.5 9.5h7v4h-7z',
  copy: 'M6.5 5.5h6a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-6a1 1 0 0 1-1-1v-6a1 1 0 0 1 1-1zM10.5 3V2.5h-8v8H3',
  retry: 'M13 8a5 5 0 1 1-1.5-3.5L13 6M13 2.5V6H9.5',
  plus: 'M8 3v10M3 8h10',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  user: 'M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8zM2.5 14c.5-2.5 2.5-4 5.5-4s5 1.5 5.5 4',
  exit: 'M6.5 2.5h-4v11h4M10 5l3 3-3 3M13 8H6',
  edit: 'm3 13 .7-2.8 7-7 2.1 2.1-7 7zM9.5 4.4l2.1 2.1',
  trash: 'M2.5 4.5h11M6 4.5v-2h4v2M4 4.5l.6 9h6.8l.6-9M6.7 7v4M9.3 7v4',
  file: 'M4 1.5h5.5L12.5 4.5v10H4zM9 1.5v3.5h3.5',
  right: 'm6 4 4 4-4 4',
  left: 'm10 4-4 4 4 4',
  external: 'M6 3H3v10h10v-3M9 2.5h4.5V7M13 3 7.5 8.5',
} as const;

export type IconName = keyof typeof PATHS;

/** A decorative icon. The control around it needs an accessible name. */
export const Icon = createIcon<IconName>(PATHS);
