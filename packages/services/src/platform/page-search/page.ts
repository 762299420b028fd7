/** A page that search can lead to. */
export type SearchPage<Kind extends string = string> = {
  kind: Kind;
  title: string;
  /** One line, shown below the title. */
  summary: string;
  /** Other names, and questions that the page answers. */
  also: readonly string[];
  /** Further text, which counts least. */
  body?: string;
  /** Path on this site. */
  href: string;
};
