import { isServer } from '@tanstack/router-core/isServer';
import { InPage } from './in-page.ts';

/** Server part, not included in the browser bundle. */
const writing = {
  test: (value: unknown): value is InPage => value instanceof InPage,
  toSerializable: ({ id }: InPage): string => id,
};

/** Serializes only the id for the browser, which reads the markup from the page. */
export const inPageAdapter = {
  key: 'in-page',
  ...(isServer === false ? ({} as typeof writing) : writing),
  fromSerializable: (id: string): InPage => ({
    id,
    html: document.getElementById(id)?.innerHTML ?? '',
  }),
};
