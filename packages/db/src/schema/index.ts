import type * as account from './account.ts';
import type * as printing from './printing.ts';
import type * as software from './software.ts';

/** Every table. Times are epoch ms UTC, flags 0/1, JSON is text: the same on both engines. */
export type Schema = {
  member: account.MemberTable;
  session: account.SessionTable;
  suspension: account.SuspensionTable;
  software: software.SoftwareTable;
  product: software.ProductTable;
  vip: software.VipTable;
  download: software.DownloadTable;
  article: software.ArticleTable;
  dict: software.DictTable;
  content_generation: software.ContentGenerationTable;
  pairing: printing.PairingTable;
  client: printing.ClientTable;
  printer: printing.PrinterTable;
  print_config: printing.PrintConfigTable;
  template: printing.TemplateTable;
  batch: printing.BatchTable;
  detail: printing.DetailTable;
};
