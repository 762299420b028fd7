import type { CallOutput } from '@yunbiao/contract';
import { isServer } from '@tanstack/router-core/isServer';
import { readSoftware, type SoftwarePlace } from '../../../kit/page/read-software.ts';
import type { PageMeta } from '../../../kit/page/head.ts';
import { breadcrumb, softwareApplication } from '../../../kit/page/json-ld.ts';
import { getData } from '../../../kit/page/page-errors.ts';
import { isSystem } from '../platform-ids.ts';
import type { DownloadFile } from '../files.ts';
import { fileName } from '../platforms.ts';

type Software = Pick<CallOutput<'curSoftware'>, 'name'> &
  Partial<Pick<CallOutput<'curSoftware'>, 'summary' | 'platforms'>>;
type Place = SoftwarePlace & { location: { href: string } };

/** What it says of itself, for machines that read the rendered page; a page without that is still one. */
const softwareAt = (c: Place): Promise<Software | undefined> =>
  isServer === false
    ? readSoftware(c, ['name'])
    : readSoftware(c, ['name', 'summary', 'platforms']);

type Plans = CallOutput<'productList'>;

/** What it costs is part of what it is; a page without the prices is still one. */
const listPlans = async (c: Place): Promise<Plans> => {
  const alias = c.params.soft;
  const reply = await c.context.api(alias).call('productList', { alias });
  return reply.state === 'ok' ? reply.data : [];
};

const application = (
  alias: string,
  software: Software | undefined,
  { plans, newest }: { plans: Plans; newest?: DownloadFile | undefined },
) =>
  softwareApplication({
    alias,
    name: software?.name ?? '',
    description: software?.summary ?? '',
    platforms: software?.platforms ?? [],
    ...(newest ? { version: newest.version, releasedAt: newest.releasedAt } : {}),
    plans: plans.map(({ id, name, priceFen }) => ({ id, name, price: priceFen })),
  });

export type ListData = CallOutput<'downloadList'> & { meta: PageMeta };

/** Every file of a software, and what the page says of itself. */
export const loadDownloads = async (c: Place): Promise<ListData> => {
  const alias = c.params.soft;
  const [reply, software, plans] = await Promise.all([
    c.context.api(alias).call('downloadList', { alias }),
    softwareAt(c),
    listPlans(c),
  ]);
  const data = getData(reply, c);
  const name = software?.name ?? '';
  const newest = data.versions[0];
  const path = `/${alias}/download`;
  const systems = [...new Set(newest?.files.map((file) => file.platform))].filter(isSystem);
  return {
    ...data,
    meta: {
      title: `下载${name} · 云标`,
      description: newest
        ? `${name} ${newest.version}，${systems.length} 种系统的安装包，每个都有 SHA-256，在浏览器里就能核对。`
        : `${name}各系统的安装包、版本说明和校验值。`,
      path,
      jsonLd: [
        application(alias, software, { plans, newest: newest?.files[0] }),
        breadcrumb([
          { name, path: `/${alias}` },
          { name: '下载', path },
        ]),
      ],
    },
  };
};

export type DetailData = CallOutput<'downloadDetail'> & { meta: PageMeta };

/** One file, and what its page says of itself. */
export const loadDownload = async (c: Place & { params: { id: string } }): Promise<DetailData> => {
  const { soft: alias, id } = c.params;
  const [reply, software, plans] = await Promise.all([
    c.context.api(alias).call('downloadDetail', { alias, id }),
    softwareAt(c),
    listPlans(c),
  ]);
  const file = getData(reply, c);
  const name = software?.name ?? '';
  const title = `${name} ${file.version}，${fileName(file)}`;
  const path = `/${alias}/download/${id}.html`;
  return {
    ...file,
    meta: {
      title: `${title} · 云标`,
      description: `${file.fileName}，SHA-256 ${file.sha256}`,
      path,
      jsonLd: [
        {
          ...application(alias, software, { plans, newest: file }),
          downloadUrl: file.url,
          fileSize: String(file.size),
        },
        breadcrumb([
          { name, path: `/${alias}` },
          { name: '下载', path: `/${alias}/download` },
          { name: `${file.version} ${fileName(file)}`, path },
        ]),
      ],
    },
  };
};
