import { Link } from '@tanstack/react-router';
import { Mark } from '@yunbiao/ui';
import type { ReactNode } from 'react';
import type { Common } from './stores.ts';

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

/** Only what exists: softwares, their downloads, contacts, legal texts and licence numbers. */
export const Footer = ({ common }: { common: Common }) => (
  <footer className="foot">
    <div className="wrap">
      <div className="g">
        <div>
          <Link className="brand" to="/" activeProps={{}}>
            <Mark />
            云标
          </Link>
          <p>在浏览器里填好标签，在任何地方的打印机上印出来，每一张都有记录。</p>
        </div>
        <Column title="软件">
          {common.softwares.map((software) => (
            <li key={software.alias}>
              <Link to="/$soft" params={{ soft: software.alias }} activeProps={{}}>
                {software.name}
              </Link>
            </li>
          ))}
        </Column>
        <Column title="下载">
          {common.softwares.map((software) => (
            <li key={software.alias}>
              <Link to="/$soft/download" params={{ soft: software.alias }} activeProps={{}}>
                {software.name}
              </Link>
            </li>
          ))}
        </Column>
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
