import { isServer } from '@tanstack/router-core/isServer';
import { InPage } from './in-page.ts';

/** The server's half, which the browser does without. */
const writing = {
  test: (value: unknown): value is InPage => value instanceof InPage,
  toSerializable: ({ id }: InPage): string => id,
};

/** On the way to the browser only the id goes; the markup is read from the page. */
export const inPageAdapter = {
  key: 'in-page',
  ...(isServer === false ? ({} as typeof writing) : writing),
  fromSerializable: (id: string): InPage => ({
    id,
    html: document.getElementById(id)?.innerHTML ?? '',
  }),
};
