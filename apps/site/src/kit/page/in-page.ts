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
