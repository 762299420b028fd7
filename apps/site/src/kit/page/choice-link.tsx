import { type LinkComponent, useLinkProps, type UseLinkPropsOptions } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

type Choice = {
  /**
   * Whether the page currently shows this choice, according to its data; `page` for page numbers of
   * a list.
   */
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
 * A link that selects a view of the page: tab, category, page number. The router sets
 * `aria-current` from the address only. The address changes before the data arrives, and
 * `?kind=fix` also matches `?`, so two links would be current. Here only the data of the page
 * decides.
 */
export const ChoiceLink = Anchor as LinkComponent<
  (props: Omit<ComponentProps<'a'>, 'aria-current'> & Choice) => ReactNode
>;
