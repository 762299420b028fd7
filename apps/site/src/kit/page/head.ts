import type { ComponentProps } from 'react';
import type { SiteContext } from '../site/context.ts';
import { getCanonicalUrl } from './custom-domain.ts';
import { findSoftwareInMatches } from './get-software.ts';
import { getPreviewPicture } from './preview-picture.ts';

/**
 * Metadata of a page. The loader returns it as `meta`, because loaders are in separate chunks while
 * `head` is in the initial bundle.
 */
export type PageMeta = {
  title: string;
  description?: string;
  /** Canonical path with the alias and without search (unless the search selects other content). */
  path?: string;
  noindex?: boolean;
  /** Open Graph type; default `website`. */
  type?: 'website' | 'article' | 'profile';
  /** Path of the preview image. */
  image?: string;
  /** Path of its RSS feed. */
  feed?: string;
  /** schema.org objects; see json-ld.ts. Paths in them are converted to absolute URLs here. */
  jsonLd?: readonly object[];
};

/**
 * The router writes such a tag as escaped JSON in a script element; its types only allow
 * attributes.
 */
const toLdJsonTag = (object: object): ComponentProps<'meta'> =>
  ({ 'script:ld+json': object }) as ComponentProps<'meta'>;

/** Keys of schema.org objects that contain URLs. */
const ADDRESS = /^(@id|url|item|image|logo|screenshot|downloadUrl|urlTemplate|mainEntityOfPage)$/;

/** Builds title, description, canonical URL, Open Graph and robots tags of a page. */
export const buildPageHead = ({
  origin = '',
  absolute: toAbsolute = (path) => origin + path,
  ...page
}: PageMeta & { origin?: string; absolute?: (path: string) => string }) => {
  const { title, description, path, image, feed } = page;
  const url = path === undefined ? undefined : toAbsolute(path);
  const toMetaTags = (property: string, content: string | undefined) =>
    content ? [{ property, content }] : [];
  return {
    meta: [
      { title },
      ...(description ? [{ name: 'description', content: description }] : []),
      ...(page.noindex ? [{ name: 'robots', content: 'noindex' }] : []),
      ...(url
        ? [
            ...toMetaTags('og:site_name', '云标'),
            ...toMetaTags('og:title', title),
            ...toMetaTags('og:description', description),
            ...toMetaTags('og:type', page.type ?? 'website'),
            ...toMetaTags('og:url', url),
            ...toMetaTags('og:image', image && toAbsolute(image)),
            { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
          ]
        : []),
      ...(page.jsonLd ?? []).map((object) =>
        toLdJsonTag(
          JSON.parse(
            JSON.stringify(object, (key, value: unknown) =>
              ADDRESS.test(key) && typeof value === 'string' && value.startsWith('/')
                ? toAbsolute(value)
                : value,
            ),
          ) as object,
        ),
      ),
    ],
    links: [
      ...(url ? [{ rel: 'canonical', href: url }] : []),
      ...(feed ? [{ rel: 'alternate', type: 'application/rss+xml', href: toAbsolute(feed) }] : []),
    ],
  };
};

/** Builds the `head` of all routes whose loader returns `meta`. */
export const buildMetaHead = ({
  loaderData,
  match,
  matches,
}: {
  loaderData?: { meta: PageMeta } | undefined;
  match: { context: Pick<SiteContext, 'origin'> };
  matches: readonly { routeId: string; loaderData?: unknown }[];
}) => {
  if (!loaderData) return {};
  const software = findSoftwareInMatches(matches);
  return buildPageHead({
    image: getPreviewPicture(software?.alias, loaderData.meta.path),
    ...loaderData.meta,
    absolute: (path) => getCanonicalUrl(match.context.origin, path, software),
  });
};
