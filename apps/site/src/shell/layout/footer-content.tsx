import { Link, useRouter } from '@tanstack/react-router';
import { Logo } from '@yunbiao/ui';
import type { ReactNode } from 'react';
import type { Common } from '../../kit/site/stores.ts';
import { useSite } from '../../kit/site/site.tsx';
import { isServerPath } from '../../kit/page/server-path.ts';
import { cachedFooter } from './cached-markup.ts';

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

/** Renders nothing, also no title, when the list is empty. */
const Column = ({ title, children }: { title: string; children: ReactNode[] }) =>
  children.length > 0 && (
    <div>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </div>
  );

export type FooterProps = {
  common: Common;
  /** Software of the page. */
  alias: string | undefined;
};

/** Column title, then pages of one software, or addresses of the API: path and name. */
const SOFTWARE_COLUMNS = [
  [
    '帮助',
    ['/qa', '问答'],
    ['/guide', '操作指南'],
    ['/article', '帮助文档'],
    ['/updateLog', '更新日志'],
    ['/np/docs', '接口文档'],
  ],
  [
    '下载与工具',
    ['/tools/design-new.html', '标签设计器'],
    ['/download', '打印客户端'],
    ['/tools', '工具'],
    ['/tools/temp', '模板库'],
    ['/tools/printers', '打印机型号'],
    ['/vip', 'VIP 与价格'],
  ],
] as const;
/** Column title, then the page that is listed for each software. */
const ALL_SOFTWARE_COLUMNS = [
  ['软件', ''],
  ['问答', '/qa'],
  ['下载', '/download'],
] as const;

const renderPageLink = (alias: string, path: string, name: string) => (
  <li key={alias + path}>
    {isServerPath(path) ? (
      <a href={path}>{name}</a>
    ) : (
      <Link to={`/$soft${path}` as '/$soft'} params={{ soft: alias }}>
        {name}
      </Link>
    )}
  </li>
);

/**
 * Lists existing content only: software, help of this software, contacts, legal texts, licence
 * numbers.
 */
const FooterMarkup = ({ common, alias }: FooterProps) => (
  <footer className="foot">
    <div className="wrap">
      <div className="foot-columns">
        <div>
          <Link className="brand" to="/">
            <Logo />
            云标
          </Link>
          <p>在浏览器里设计标签，在任何地方的打印机上打印出来，每一张都有记录。</p>
        </div>
        {ALL_SOFTWARE_COLUMNS.slice(0, alias ? 1 : 3).map(([title, path]) => (
          <Column key={title} title={title}>
            {common.softwares.map((software) =>
              renderPageLink(software.alias, path, software.name),
            )}
          </Column>
        ))}
        {alias &&
          SOFTWARE_COLUMNS.map(([title, ...pages]) => (
            <Column key={title} title={title}>
              {pages.map(([path, name]) => renderPageLink(alias, path, name))}
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

/**
 * Server version with cached markup. The footer is one eighth of the elements of a page and is the
 * same for all visitors of an address.
 */
const CachedFooter = ({ common, alias }: FooterProps) => {
  const router = useRouter();
  const { ownAlias } = useSite();
  const { pathname, searchStr } = router.stores.location.get();
  const markupKey = [ownAlias, alias ?? '', pathname + searchStr].join('\n');
  const markup = cachedFooter.get(router, common, markupKey);
  return markup === undefined ? (
    <FooterMarkup common={common} alias={alias} />
  ) : (
    <footer className="foot" dangerouslySetInnerHTML={{ __html: markup }} />
  );
};

export const LayoutFooter = import.meta.env.SSR ? CachedFooter : FooterMarkup;
