import { useRouter } from '@tanstack/react-router';
import { createElement, type HTMLAttributes, type ReactNode } from 'react';
import { findMarkup, markElement } from './markup-cache.ts';
import { useSite, useSoftwareAlias } from './site.tsx';

type Tag = 'div' | 'dl' | 'header' | 'section' | 'tbody' | 'tr' | 'ul';
type CachedElementProps = Omit<HTMLAttributes<HTMLElement>, 'children'> & {
  as: Tag;
  /**
   * All data that the content depends on before hydration, besides the address, the software and
   * the host. Plain JSON.
   */
  data: unknown;
  /** Content; not called when the server has rendered it before. */
  render: () => ReactNode;
};

/**
 * Server version: the same data at the same address gives the same markup, which is then inserted
 * as text. The document is identical, so React hydrates it normally.
 */
const ServerCachedElement = ({ as, data, render, ...attributes }: CachedElementProps) => {
  const router = useRouter();
  const { ownAlias } = useSite();
  const alias = useSoftwareAlias();
  const { href } = router.stores.location.get();
  const key = JSON.stringify([as, ownAlias, alias, href, data]);
  const markup = findMarkup(key);
  return markup === undefined
    ? createElement(as, { ...attributes, ...markElement(router, key) }, render())
    : createElement(as, { ...attributes, dangerouslySetInnerHTML: { __html: markup } });
};

const BrowserCachedElement = (props: CachedElementProps) => {
  const { as, data: _, render, ...attributes } = props;
  return createElement(as, attributes, render());
};

/**
 * An element whose content depends only on `data`, such as a row of a table. The server renders it
 * once and inserts its markup as text into later pages.
 */
export const CachedElement = import.meta.env.SSR ? ServerCachedElement : BrowserCachedElement;
