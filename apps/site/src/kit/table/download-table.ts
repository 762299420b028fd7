import type { PageCall } from '@yunbiao/contract';
import { downloadFile, type FileDownload } from '../page/download-file.ts';
import { toSafeFileName } from '../page/save-file.ts';
import type { SiteContext } from '../site/context.ts';

/** The name of a table that no page names; fixed in docs/promises.md. */
export const TABLE_FILE_NAME = 'table-export.xlsx';

const MAX_PART_LENGTH = 40;

/** Name of a table by its software, its content and the visitor's day: 云标标签-订单-2026-11-30.xlsx. */
export const buildTableFileName = (software: string, content: string, now: Date): string => {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
  const parts = [software, content]
    .filter((part) => part !== '')
    .map((part) => toSafeFileName([...part].slice(0, MAX_PART_LENGTH).join('')));
  return `${[...parts, day].join('-')}.xlsx`;
};

/** Downloads a table. Resolves to whether a file was saved; an abort resolves to false. */
export const downloadTable = <N extends PageCall>(
  site: SiteContext,
  alias: string,
  table: FileDownload<N>,
): Promise<boolean> => downloadFile(site, alias, { fileName: TABLE_FILE_NAME, ...table });
