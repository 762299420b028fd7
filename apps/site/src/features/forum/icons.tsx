/** Icons used only by the forum, drawn on the grid of `@yunbiao/ui`'s icons. */
const PATHS = {
  like: 'M8 13V4M4 7.5 8 3.5l4 4',
  bold: 'M5 3h4a2.5 2.5 0 0 1 0 5H5zM5 8h4.5a2.5 2.5 0 0 1 0 5H5z',
  list: 'M6 4h8M6 8h8M6 12h8M2.5 4h.2M2.5 8h.2M2.5 12h.2',
  quote: 'M3 3v10M7 5h7M7 8h7M7 11h4',
  code: 'm5.5 4.5-4 3.5 4 3.5M10.5 4.5l4 3.5-4 3.5',
  link: 'M6.5 9.5 9.5 6.5M7 4.5l1.5-1.5a3 3 0 0 1 4.3 4.3L11.3 8.7M9 11.5 7.5 13a3 3 0 0 1-4.3-4.3L4.7 7.3',
  image:
    'M2.5 4.5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zM3 11.5l3.5-4 2.5 3 1.5-1.5 3 2.5',
} as const;

export type ForumIconName = keyof typeof PATHS;

export const ForumIcon = ({ name }: { name: ForumIconName }) => (
  <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
