import type { ComponentProps } from 'react';
import type { SiteContext } from '../site/context.ts';
import { getAddress } from './own-host.ts';
import { getSoftware } from './software-of.ts';

/** What a page says of itself. Its loader returns it as `meta`: loaders are split off, `head` is in every first load. */
export type PageMeta = {
  title: string;
  description?: string;
  /** Its own address, alias included and without search (unless the search names other content): the canonical one. */
  path?: string;
  noindex?: boolean;
  /** Open Graph kind; a page of the site is a `website`. */
  type?: 'website' | 'article' | 'profile';
  /** Path of its picture for previews. */
  image?: string;
  /** Path of its RSS feed. */
  feed?: string;
  /** schema.org objects; see json-ld.ts. Their addresses are paths, made whole here. */
  jsonLd?: readonly object[];
};

/** The router writes such a tag as escaped JSON in a script element; its types know only tags with attributes. */
const ldJson = (object: object): ComponentProps<'meta'> =>
  ({ 'script:ld+json': object }) as ComponentProps<'meta'>;

/** Keys of schema.org objects that hold addresses. */
const ADDRESS = /^(@id|url|item|image|logo|screenshot|downloadUrl|urlTemplate|mainEntityOfPage)$/;

/** Title, description, canonical address, Open Graph and robots of a page. */
export const pageHead = ({
  origin = '',
  absolute = (path) => origin + path,
  ...page
}: PageMeta & { origin?: string; absolute?: (path: string) => string }) => {
  const { title, description, path, image, feed } = page;
  const url = path === undefined ? undefined : absolute(path);
  const tag = (property: string, content: string | undefined) =>
    content ? [{ property, content }] : [];
  return {
    meta: [
      { title },
      ...(description ? [{ name: 'description', content: description }] : []),
      ...(page.noindex ? [{ name: 'robots', content: 'noindex' }] : []),
      ...(url
        ? [
            ...tag('og:site_name', '云标'),
            ...tag('og:title', title),
            ...tag('og:description', description),
            ...tag('og:type', page.type ?? 'website'),
            ...tag('og:url', url),
            ...tag('og:image', image && absolute(image)),
            { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
          ]
        : []),
      ...(page.jsonLd ?? []).map((object) =>
        ldJson(
          JSON.parse(
            JSON.stringify(object, (key, value: unknown) =>
              ADDRESS.test(key) && typeof value === 'string' && value.startsWith('/')
                ? absolute(value)
                : value,
            ),
          ) as object,
        ),
      ),
    ],
    links: [
      ...(url ? [{ rel: 'canonical', href: url }] : []),
      ...(feed ? [{ rel: 'alternate', type: 'application/rss+xml', href: absolute(feed) }] : []),
    ],
  };
};

/** `head` of every page whose loader returns `meta`. */
export const metaHead = ({
  loaderData,
  match,
  matches,
}: {
  loaderData?: { meta: PageMeta } | undefined;
  match: { context: Pick<SiteContext, 'origin'> };
  matches: readonly { routeId: string; loaderData?: unknown }[];
}) => {
  if (!loaderData) return {};
  const software = getSoftware(matches);
  return pageHead({
    // The label of the page's software, or of the first one, drawn by the server.
    image: `/static/og${software ? `/${encodeURIComponent(software.alias)}` : ''}.png`,
    ...loaderData.meta,
    absolute: (path) => getAddress(match.context.origin, path, software),
  });
};
