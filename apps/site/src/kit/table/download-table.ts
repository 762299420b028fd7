import type { PageCall } from '@yunbiao/contract';
import { downloadFile, type FileDownload } from '../page/download-file.ts';
import type { SiteContext } from '../site/context.ts';

/** Fixed in docs/promises.md. */
export const TABLE_FILE_NAME = 'table-export.xlsx';

/** Fetches a table and saves it. Resolves to whether a file was saved; an abort is a plain false. */
export const downloadTable = <N extends PageCall>(
  site: SiteContext,
  alias: string,
  table: FileDownload<N>,
): Promise<boolean> => downloadFile(site, alias, { fileName: TABLE_FILE_NAME, ...table });
