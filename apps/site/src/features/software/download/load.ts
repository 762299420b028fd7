import type { CallOutput } from '@yunbiao/contract';
import { isServer } from '@tanstack/router-core/isServer';
import { loadSoftwareFields, type SoftwarePlace } from '../../../kit/page/read-software.ts';
import type { PageMeta } from '../../../kit/page/head.ts';
import { buildBreadcrumb, buildSoftwareApplication } from '../../../kit/page/json-ld.ts';
import { requireReplyData } from '../../../kit/page/page-errors.ts';
import { isOperatingSystem } from '../../../kit/software/platform-ids.ts';
import type { DownloadFile } from '../../../kit/software/files.ts';
import { getDownloadDisplayName } from '../../../kit/software/platforms.ts';

type Software = Pick<CallOutput<'curSoftware'>, 'name'> &
  Partial<Pick<CallOutput<'curSoftware'>, 'summary' | 'platforms'>>;
type Place = SoftwarePlace & { location: { href: string } };

/** Software data for JSON-LD. Optional. */
const loadSoftwareForJsonLd = (c: Place): Promise<Software | undefined> =>
  isServer === false
    ? loadSoftwareFields(c, ['name'])
    : loadSoftwareFields(c, ['name', 'summary', 'platforms']);

type Plans = CallOutput<'productList'>;

/** Prices for JSON-LD. Optional. */
const loadPlansForJsonLd = async (c: Place): Promise<Plans> => {
  const alias = c.params.soft;
  const reply = await c.context.createApi(alias).call('productList', { alias });
  return reply.state === 'ok' ? reply.data : [];
};

const buildApplicationLd = (
  alias: string,
  software: Software | undefined,
  { plans, newest }: { plans: Plans; newest?: DownloadFile | undefined },
) =>
  buildSoftwareApplication({
    alias,
    name: software?.name ?? '',
    description: software?.summary ?? '',
    platforms: software?.platforms ?? [],
    ...(newest ? { version: newest.version, releasedAt: newest.releasedAt } : {}),
    plans: plans.map(({ id, name, priceFen }) => ({ id, name, price: priceFen })),
  });

export type ListData = CallOutput<'downloadList'> & { meta: PageMeta };

/** Loads all files of a software, and the page metadata. */
export const loadDownloads = async (c: Place): Promise<ListData> => {
  const alias = c.params.soft;
  const [reply, software, plans] = await Promise.all([
    c.context.createApi(alias).call('downloadList', { alias }),
    loadSoftwareForJsonLd(c),
    loadPlansForJsonLd(c),
  ]);
  const data = requireReplyData(reply, c);
  const name = software?.name ?? '';
  const newest = data.versions[0];
  const path = `/${alias}/download`;
  const systems = [...new Set(newest?.files.map((file) => file.platform))].filter(
    isOperatingSystem,
  );
  return {
    ...data,
    meta: {
      title: `下载${name} · 云标`,
      description: newest
        ? `${name} ${newest.version}，${systems.length} 种系统的安装包，每个都有 SHA-256，在浏览器里就能核对。`
        : `${name}各系统的安装包、版本说明和校验值。`,
      path,
      jsonLd: [
        buildApplicationLd(alias, software, { plans, newest: newest?.files[0] }),
        buildBreadcrumb([
          { name, path: `/${alias}` },
          { name: '下载', path },
        ]),
      ],
    },
  };
};

export type DetailData = CallOutput<'downloadDetail'> & { meta: PageMeta };

/** Loads one file, and the page metadata. */
export const loadDownload = async (c: Place & { params: { id: string } }): Promise<DetailData> => {
  const { soft: alias, id } = c.params;
  const [reply, software, plans] = await Promise.all([
    c.context.createApi(alias).call('downloadDetail', { alias, id }),
    loadSoftwareForJsonLd(c),
    loadPlansForJsonLd(c),
  ]);
  const file = requireReplyData(reply, c);
  const name = software?.name ?? '';
  const title = `${name} ${file.version}，${getDownloadDisplayName(file)}`;
  const path = `/${alias}/download/${id}.html`;
  return {
    ...file,
    meta: {
      title: `${title} · 云标`,
      description: `${file.fileName}，SHA-256 ${file.sha256}`,
      path,
      jsonLd: [
        {
          ...buildApplicationLd(alias, software, { plans, newest: file }),
          downloadUrl: file.url,
          fileSize: String(file.size),
        },
        buildBreadcrumb([
          { name, path: `/${alias}` },
          { name: '下载', path: `/${alias}/download` },
          { name: `${file.version} ${getDownloadDisplayName(file)}`, path },
        ]),
      ],
    },
  };
};
