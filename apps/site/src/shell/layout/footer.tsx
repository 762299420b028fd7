import { Link, useRouter } from '@tanstack/react-router';
import { isServer } from '@tanstack/router-core/isServer';
import { Mark } from '@yunbiao/ui';
import type { ReactNode } from 'react';
import type { Common } from '../../kit/site/stores.ts';
import { useSite } from '../../kit/site/site.tsx';
import { keptFooter } from './kept-markup.ts';

const Legal = ({ common }: { common: Common }) => (
  <div className="legal">
    <span>© 2026 云标</span>
    {common.legal.termsId && (
      <Link to="/article/{$id}.html" params={{ id: common.legal.termsId }}>
        用户协议
      </Link>
    )}
    {common.legal.privacyId && (
      <Link to="/article/{$id}.html" params={{ id: common.legal.privacyId }}>
        隐私政策
      </Link>
    )}
    {common.icpNo && (
      <a href="https://beian.miit.gov.cn/" rel="noreferrer">
        {common.icpNo}
      </a>
    )}
    {common.psbNo && (
      <a href="https://beian.mps.gov.cn/" rel="noreferrer">
        {common.psbNo}
      </a>
    )}
  </div>
);

/** Nothing, title included, when there is nothing to list. */
const Column = ({ title, children }: { title: string; children: ReactNode[] }) =>
  children.length > 0 && (
    <div>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </div>
  );

type FooterProps = { common: Common; software: { alias: string } | null };

/** Title of a column, then pages of one software: path and name. */
const OWN = [
  ['帮助', ['/qa', '问答'], ['/article', '帮助文档'], ['/updateLog', '更新日志']],
  [
    '下载与工具',
    ['/download', '打印客户端'],
    ['/tools', '工具'],
    ['/tools/temp', '模板库'],
    ['/vip', 'VIP 与价格'],
  ],
] as const;
/** Title of a column, then the page it lists of every software. */
const OF_EACH = [
  ['软件', ''],
  ['问答', '/qa'],
  ['下载', '/download'],
] as const;

const page = (alias: string, path: string, name: string) => (
  <li key={alias + path}>
    <Link to={`/$soft${path}` as '/$soft'} params={{ soft: alias }}>
      {name}
    </Link>
  </li>
);

/** Only what exists: softwares, this one's help, contacts, legal texts and licence numbers. */
const DrawnFooter = ({ common, software }: FooterProps) => (
  <footer className="foot">
    <div className="wrap">
      <div className="foot-columns">
        <div>
          <Link className="brand" to="/">
            <Mark />
            云标
          </Link>
          <p>在浏览器里填好标签，在任何地方的打印机上印出来，每一张都有记录。</p>
        </div>
        {OF_EACH.slice(0, software ? 1 : 3).map(([title, path]) => (
          <Column key={title} title={title}>
            {common.softwares.map(({ alias, name }) => page(alias, path, name))}
          </Column>
        ))}
        {software &&
          OWN.map(([title, ...pages]) => (
            <Column key={title} title={title}>
              {pages.map(([path, name]) => page(software.alias, path, name))}
            </Column>
          ))}
        <Column title="联系我们">
          {common.contacts.map((contact) => (
            <li key={contact.label + contact.value}>
              {contact.href ? <a href={contact.href}>{contact.value}</a> : contact.value}
            </li>
          ))}
        </Column>
      </div>
      <Legal common={common} />
    </div>
  </footer>
);

/** On the server: an eighth of a page's elements, the same on each visit to an address, whoever comes. */
const KeptFooter = ({ common, software }: FooterProps) => {
  const router = useRouter();
  const { ownAlias } = useSite();
  const { pathname, searchStr } = router.stores.location.get();
  const rest = [ownAlias, software?.alias ?? '', pathname + searchStr].join('\n');
  const markup = keptFooter.of(router, common, rest);
  return markup === undefined ? (
    <DrawnFooter common={common} software={software} />
  ) : (
    <footer className="foot" dangerouslySetInnerHTML={{ __html: markup }} />
  );
};

export const Footer = isServer ? KeptFooter : DrawnFooter;
