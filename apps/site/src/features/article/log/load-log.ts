import type { CallOutput } from '@yunbiao/contract';
import type { PageMeta } from '../../../kit/page/head.ts';
import { buildBreadcrumb } from '../../../kit/page/json-ld.ts';
import { requireReplyData } from '../../../kit/page/page-errors.ts';
import { getSoftwareName, type SoftwarePagePlace } from '../../../kit/page/software-place.ts';
import { parsePageNumber } from '../page-number.ts';
import { KIND_NAMES, parseUpdateLogKind } from './kinds.ts';

type Downloads = CallOutput<'downloadList'>;
type File = Pick<Downloads['versions'][number]['files'][number], 'id' | 'platform'>;

export type LogData = CallOutput<'articleList'> & {
  kind: ReturnType<typeof parseUpdateLogKind>;
  /** Version → its files, one per system. */
  files: Record<string, File[]>;
  /** Latest version with files; '' when there is none. */
  current: string;
  meta: PageMeta;
};

const PAGE_SIZE = 10;

/** Selects the first file of each system. */
const selectFirstFilePerPlatform = ({ versions }: Downloads): LogData['files'] =>
  Object.fromEntries(
    versions.map(({ version, files }) => [
      version,
      [...Map.groupBy(files, (file) => file.platform)].flatMap(([platform, [first]]) =>
        first ? [{ id: first.id, platform }] : [],
      ),
    ]),
  );

/** Loads one page of update logs of a software, filtered by kind of change. */
export const loadLog = async (
  c: SoftwarePagePlace,
  search: { kind?: string | undefined; page?: string | undefined },
): Promise<LogData> => {
  const { soft: alias } = c.params;
  const page = parsePageNumber(search.page);
  const kind = parseUpdateLogKind(search.kind);
  const api = c.context.createApi(alias);
  const [logs, downloads] = await Promise.all([
    api.call('articleList', {
      alias,
      artType: 'updateLog',
      page,
      pageSize: PAGE_SIZE,
      ...(kind ? { kind } : {}),
    }),
    api.call('downloadList', { alias }),
  ]);
  const name = await getSoftwareName(c);
  const path = `/${alias}/updateLog`;
  const titled = [
    `${name}更新日志`,
    ...(kind ? [KIND_NAMES[kind]] : []),
    ...(page > 1 ? [`第 ${page} 页`] : []),
  ];
  // Without the files, the logs are displayed without downloads.
  const versions = downloads.state === 'ok' ? downloads.data : { versions: [] };
  return {
    ...requireReplyData(logs, c),
    kind,
    files: selectFirstFilePerPlatform(versions),
    current: versions.versions[0]?.version ?? '',
    meta: {
      title: `${titled.join('，')} · 云标`,
      description: `${name}每个版本新增、改进和修正了什么，附各版本的下载。`,
      // The canonical page of a filtered list is the complete list.
      path: page > 1 && !kind ? `${path}?page=${page}` : path,
      feed: `${path}/rss.xml`,
      jsonLd: [
        buildBreadcrumb([
          { name, path: `/${alias}` },
          { name: '更新日志', path },
        ]),
      ],
    },
  };
};
