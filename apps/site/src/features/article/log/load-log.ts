import type { CallOutput } from '@yunbiao/contract';
import type { PageMeta } from '../../../kit/page/head.ts';
import { breadcrumb } from '../../../kit/page/json-ld.ts';
import { getData } from '../../../kit/page/page-errors.ts';
import { type ArticlePlace, getPage, softwareName } from '../place.ts';
import { KIND_NAMES, getKind } from './kinds.ts';

type Downloads = CallOutput<'downloadList'>;
type File = Pick<Downloads['versions'][number]['files'][number], 'id' | 'platform'>;

export type LogData = CallOutput<'articleList'> & {
  kind: ReturnType<typeof getKind>;
  /** Version → what can be had of it, one file a system. */
  files: Record<string, File[]>;
  /** The newest version there are files of; '' when there are none. */
  current: string;
  meta: PageMeta;
};

const PAGE_SIZE = 10;

/** The first file of each system: the page needs no more of them. */
const listFiles = ({ versions }: Downloads): LogData['files'] =>
  Object.fromEntries(
    versions.map(({ version, files }) => [
      version,
      [...Map.groupBy(files, (file) => file.platform)].flatMap(([platform, [first]]) =>
        first ? [{ id: first.id, platform }] : [],
      ),
    ]),
  );

/** The update logs of a software, a page of them, narrowed to a kind of change when one is chosen. */
export const loadLog = async (
  c: ArticlePlace,
  search: { kind?: string | undefined; page?: string | undefined },
): Promise<LogData> => {
  const { soft: alias } = c.params;
  const page = getPage(search.page);
  const kind = getKind(search.kind);
  const api = c.context.api(alias);
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
  const name = await softwareName(c);
  const path = `/${alias}/updateLog`;
  const titled = [
    `${name}更新日志`,
    ...(kind ? [KIND_NAMES[kind]] : []),
    ...(page > 1 ? [`第 ${page} 页`] : []),
  ];
  // Without the files the logs are still worth reading.
  const versions = downloads.state === 'ok' ? downloads.data : { versions: [] };
  return {
    ...getData(logs, c),
    kind,
    files: listFiles(versions),
    current: versions.versions[0]?.version ?? '',
    meta: {
      title: `${titled.join('，')} · 云标`,
      description: `${name}每个版本新增、改进和修正了什么，附各版本的下载。`,
      // What is narrowed is part of the whole list.
      path: page > 1 && !kind ? `${path}?page=${page}` : path,
      feed: `${path}/rss.xml`,
      jsonLd: [
        breadcrumb([
          { name, path: `/${alias}` },
          { name: '更新日志', path },
        ]),
      ],
    },
  };
};
