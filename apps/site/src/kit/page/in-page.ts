import { createSerializationAdapter } from '@tanstack/react-router';

/**
 * Long markup of a loader, shown inside the element with this id: a page that came from the server holds it already, so
 * that it is not sent a second time with the data.
 */
export class InPage {
  readonly id: string;
  readonly html: string;
  constructor(id: string, html: string) {
    this.id = id;
    this.html = html;
  }
}

/** On the way to the browser only the id goes; the markup is read from the page. */
export const inPageAdapter = createSerializationAdapter({
  key: 'in-page',
  test: (value: unknown): value is InPage => value instanceof InPage,
  toSerializable: ({ id }) => id,
  fromSerializable: (id: string) => new InPage(id, document.getElementById(id)?.innerHTML ?? ''),
});
