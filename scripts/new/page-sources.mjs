// First version of the sources of a page.
import { PLACEHOLDER } from '../lib/placeholders.mjs';

/** Placeholder for the page's Chinese name. */
const getTitle = (name) => `${PLACEHOLDER}：${name}`;

export const buildMemberLoaderSource = ({
  Component,
}) => `import type { CallOutput } from '@yunbiao/contract';
import type { Client } from '@yunbiao/contract/api/client';
import type { Envelope } from '@yunbiao/contract/core/envelope';

export type ${Component}Data = CallOutput<'getInfo'>;

export const load${Component} = (api: Client): Promise<Envelope<${Component}Data>> =>
  api.call('getInfo', {});
`;

export const buildMemberPageSource = ({
  name,
  Component,
}) => `import { useRouter } from '@tanstack/react-router';
import type { Envelope } from '@yunbiao/contract/core/envelope';
import { LoadError } from '@yunbiao/ui/load-error.tsx';
import type { ${Component}Data } from './load.ts';

export const ${Component}Page = ({ loaded }: { loaded: Envelope<${Component}Data> }) => {
  const router = useRouter();
  return (
    <>
      <div className="page-head">
        <div>
          <h1>${getTitle(name)}</h1>
        </div>
      </div>
      {loaded.state === 'ok' ? (
        <p className="quiet">{loaded.data.username}</p>
      ) : (
        <LoadError
          title="没有读到"
          reason={loaded.msg}
          requestId={loaded.data?.requestId}
          onRetry={() => void router.invalidate()}
        />
      )}
    </>
  );
};
`;

export const buildMemberTestSource = ({
  Component,
}) => `import type { Client } from '@yunbiao/contract/api/client';
import { expect, it } from 'vitest';
import { load${Component} } from './load.ts';

it('asks who the member is, and nothing else', async () => {
  const asked: string[] = [];
  const api = {
    call: (name: string) => {
      asked.push(name);
      return Promise.resolve({ state: 'ok', code: 200, msg: '', data: {} });
    },
  } as unknown as Client;
  expect(await load${Component}(api)).toMatchObject({ state: 'ok' });
  expect(asked).toEqual(['getInfo']);
});
`;

export const buildLoaderSource = ({
  name,
  tail,
  Component,
}) => `import { buildBreadcrumb } from '../../kit/page/json-ld.ts';
import type { PageMeta } from '../../kit/page/head.ts';
import { loadSoftwareFields, type SoftwarePlace } from '../../kit/page/read-software.ts';

export type ${Component}Data = { name: string; meta: PageMeta };

export const load${Component} = async (c: SoftwarePlace): Promise<${Component}Data> => {
  const software = await loadSoftwareFields(c, ['name']);
  const name = software?.name ?? '';
  return { name, meta: build${Component}Meta(c.params.soft, name) };
};

export const build${Component}Meta = (alias: string, name: string): PageMeta => {
  const path = \`/\${alias}/${tail}\`;
  return {
    title: \`${getTitle(name)} · \${name} · 云标\`,
    description: \`\${name} ${getTitle(name)}\`,
    path,
    jsonLd: [
      buildBreadcrumb([
        { name, path: \`/\${alias}\` },
        { name: '${getTitle(name)}', path },
      ]),
    ],
  };
};
`;

export const buildPageSource = ({
  name,
  Component,
}) => `import type { ${Component}Data } from './load.ts';

export const ${Component}Page = ({ data }: { data: ${Component}Data }) => (
  <main className="wrap">
    <h1>${getTitle(name)}</h1>
    <p className="quiet">{data.name}</p>
  </main>
);
`;

export const buildTestSource = ({ tail, Component }) => `import { expect, it } from 'vitest';
import { build${Component}Meta } from './load.ts';

it('is known by the address with the alias', () => {
  expect(build${Component}Meta('yunbiao', '云标')).toMatchObject({ path: '/yunbiao/${tail}' });
});
`;

/** The skeleton shows the heading, which is known before the data is loaded. */
const buildSkeletonSource = ({ name, isMembers }) => {
  const table = `<TableSkeleton title="${getTitle(name)}" subtitle="" label="正在读取" rows={4} />`;
  return isMembers
    ? `() => ${table}`
    : `() => (\n    <main className="wrap">\n      ${table}\n    </main>\n  )`;
};

export const buildRouteSource = ({ name, address, file, Component, isMembers }) => {
  const loader = isMembers
    ? `loader: (c) => load${Component}(c.context.createApi(c.params.soft)),
  head: () => buildPageHead({ title: '${getTitle(name)} · 云标', noindex: true }),`
    : `staticData: { cache: { search: [] } },
  loader: (c) => loadPageData(c, () => load${Component}(c)),
  head: buildMetaHead,`;
  return `import { createFileRoute } from '@tanstack/react-router';
import { TableSkeleton } from '@yunbiao/ui/table/table-skeleton.tsx';
import { load${Component} } from '../features/${file}/load.ts';
import { ${Component}Page } from '../features/${file}/${file}-page.tsx';
import { ${isMembers ? 'buildPageHead' : 'buildMetaHead'} } from '../kit/page/head.ts';
${isMembers ? '' : "import { loadPageData } from '../kit/page/page-data.ts';\n"}
export const Route = createFileRoute('${address}')({
  ${loader}
  pendingComponent: ${buildSkeletonSource({ name, isMembers })},
  component: Page,
});

function Page() {
  return <${Component}Page ${isMembers ? 'loaded' : 'data'}={Route.useLoaderData()} />;
}
`;
};
