import { type LinkComponent, useLinkProps, type UseLinkPropsOptions } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

type Choice = {
  /** Whether this is what the page shows, by the page's data; `page` among the pages of one list. */
  current: boolean | 'page';
};

const Anchor = ({ current, ...options }: UseLinkPropsOptions & Choice) => {
  const { children, ...props } = useLinkProps(options);
  return (
    <a {...props} aria-current={current || undefined}>
      {children}
    </a>
  );
};

/**
 * One of the links that show a page in several ways: tabs, categories, page numbers. The router marks a link by the
 * address alone, which is ahead of the page while data is on its way, and of which `?kind=fix` contains `?`: with its
 * mark beside ours two links were current. Here only the page's data decides.
 */
export const ChoiceLink = Anchor as LinkComponent<
  (props: Omit<ComponentProps<'a'>, 'aria-current'> & Choice) => ReactNode
>;
