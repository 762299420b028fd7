type Head = {
  title: string;
  description?: string;
  path?: string;
  origin?: string;
  noindex?: boolean;
};

/** Title, description, canonical address and robots of a page; `path` is its own address without search. */
export const pageHead = ({ title, description, path, origin, noindex }: Head) => ({
  meta: [
    { title },
    { property: 'og:title', content: title },
    ...(description
      ? [
          { name: 'description', content: description },
          { property: 'og:description', content: description },
        ]
      : []),
    ...(noindex ? [{ name: 'robots', content: 'noindex' }] : []),
  ],
  links: path !== undefined && origin ? [{ rel: 'canonical', href: origin + path }] : [],
});
