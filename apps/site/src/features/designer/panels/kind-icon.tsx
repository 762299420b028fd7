import type { Kind } from '@yunbiao/designer/make-element';

/** Icons on a 16 × 16 grid for elements and actions of the designer. */
const PATHS = {
  select: 'm4 2.5 8 5-3.6.8 2 4-1.6.8-2-4L4 12z',
  text: 'M3 5V3h10v2M8 3v10M6 13h4',
  barcode: 'M2.5 3v10M5 3v10M8 3v10M9.5 3v10M13.5 3v10',
  qr: 'M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.5 9.5v4M12 9.5h1.5M12 12.5v1',
  image: 'M2.5 3h11v10h-11zM3 11l3-3 2.5 2.5L11 8l2.5 2.5M6 6v.1',
  line: 'M2.5 8h11',
  rect: 'M2.5 4h11v8h-11z',
  ellipse: 'M13.5 8c0 2.2-2.5 4-5.5 4S2.5 10.2 2.5 8 5 4 8 4s5.5 1.8 5.5 4z',
  table: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M6.5 6.5v6',
  serial: 'M6.5 2.5 5 13.5M11 2.5 9.5 13.5M3 6h10.5M2.5 10H13',
  date: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v2.5M10.5 2v2.5',
  left: 'M2.5 2v12M5 5.5h8M5 10.5h5',
  center: 'M8 2v12M4 5.5h8M5.5 10.5h5',
  right: 'M13.5 2v12M3 5.5h8M6 10.5h5',
  top: 'M2 2.5h12M5.5 5v8M10.5 5v5',
  middle: 'M2 8h12M5.5 4v8M10.5 5.5v5',
  bottom: 'M2 13.5h12M5.5 3v8M10.5 6v5',
  spreadX: 'M2.5 2v12M13.5 2v12M6 5h4v6H6z',
  spreadY: 'M2 2.5h12M2 13.5h12M5 6h6v4H5z',
  front: 'M2.5 2.5h7v7h-7zM12 6.5h1.5v7h-7V12',
  back: 'M6.5 6.5h7v7h-7zM4 9.5H2.5v-7h7V4',
  turn: 'M13 8a5 5 0 1 1-5-5h4M10 1l2 2-2 2',
  group: 'M2.5 2.5h5v5h-5zM8.5 8.5h5v5h-5zM10 4h3v3M3 10v3h3',
  condition: 'M3 3h10L9.5 8v4.5L6.5 14V8z',
  lock: 'M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  open: 'M3.5 7h9v6.5h-9zM5.5 7V4.5A2.5 2.5 0 0 1 10 3',
  eye: 'M1.5 8S4 4 8 4s6.5 4 6.5 4-2.5 4-6.5 4-6.5-4-6.5-4zM8 9.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z',
  closed: 'M2 9s2-3.5 6-3.5S14 9 14 9M4 11l-1 1.5M8 9.5v2.5M12 11l1 1.5',
  redo: 'M13 6H6a3.5 3.5 0 0 0 0 7h4M10.5 3.5 13 6l-2.5 2.5',
  keys: 'M1.5 4h13v8h-13zM4 6.5v.1M6.5 6.5v.1M9 6.5v.1M11.5 6.5v.1M4.5 9.5h7',
  layers: 'm8 2.5 6 3-6 3-6-3zM2 9l6 3 6-3',
  brush: 'M3 2.5h9v3.5H3zM12 4h2v4H7.5v2M6.5 10h2v4h-2z',
  kit: 'M2.5 6.5h11v7h-11zM2.5 6.5 5 3h6l2.5 3.5M8 3v3.5M6 9.5h4',
  parts:
    'M2.5 5h5M11.5 5h2M2.5 11h2M8.5 11h5M9.5 6.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM6.5 12.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z',
} as const satisfies { [name in Kind | 'select']: string } & { [name: string]: string };

export type KindIconName = keyof typeof PATHS;

/** Decorative icon; the surrounding control needs its own accessible name. */
export const KindIcon = ({ name }: { name: KindIconName }) => (
  <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
