/**
 * Long markup from a loader that is displayed inside the element with this id. A server-rendered
 * page already contains it, so the data does not repeat it.
 */
export class InPage {
  readonly id: string;
  readonly html: string;
  constructor(id: string, html: string) {
    this.id = id;
    this.html = html;
  }
}
