/** Line icons on a 16 × 16 grid that the first page of a visitor shows; all others: icon.tsx. */
export const FIRST_PATHS = {
  down: 'm4 6 4 4 4-4',
  close: 'm4 4 8 8M12 4l-8 8',
  search: 'M11.5 7a4.5 4.5 0 1 1-9 0 4.5 4.5 0 0 1 9 0M10.5 10.5 14 14',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M2.5 13.5h11',
  undo: 'M3 6h7a3.5 3.5 0 0 1 0 7H6M5.5 3.5 3 6l2.5 2.5',
  half: 'M8 2.5a5.5 5.5 0 1 1 0 11zM8 2.5a5.5 5.5 0 1 0 0 11M9.5 3.5v9M11 4v8M12.4 5.5v5',
} as const;

/**
 * Creates a component for the icons. HTML instead of elements: a page has dozens of icons, and one
 * element less each renders faster.
 */
export const createIcon = <Name extends string>(paths: Record<Name, string>) => {
  const html = Object.fromEntries(
    Object.entries<string>(paths).map(([name, d]) => [name, { __html: `<path d="${d}"></path>` }]),
  ) as Record<Name, { __html: string }>;
  const Icon = ({ name, className }: { name: Name; className?: string }) => (
    <svg
      className={className ? `icon ${className}` : 'icon'}
      viewBox="0 0 16 16"
      aria-hidden="true"
      dangerouslySetInnerHTML={html[name]}
    />
  );
  return Icon;
};

/** {@link FIRST_PATHS} without the code of all other icons. */
export const FirstIcon = createIcon(FIRST_PATHS);

/** Logo of the site: a label under a print head. */
export const Logo = () => (
  <svg className="mark" viewBox="0 0 24 24" aria-hidden="true">
    <rect width="24" height="24" rx="4" fill="var(--mark)" />
    <path fill="#fff" d="M5 0h2v6H5zM9 0h2v3H9zM13 0h2v3h-2zM17 0h2v6h-2z" />
    <rect x="5" y="10" width="14" height="9" rx="1.5" fill="#fff" />
  </svg>
);
