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

type FooterProps = { common: Common; software: { alias: string } | null };

const HELP = [
  ['/qa', '问答'],
  ['/article', '帮助文档'],
  ['/updateLog', '更新日志'],
  ['/download', '下载'],
  ['/tools', '工具'],
] as const;

/** Only what exists: softwares, this one's help, contacts, legal texts and licence numbers. */
export const Footer = ({ common, software }: FooterProps) => (
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
          {common.softwares.map(({ alias, name }) => (
            <li key={alias}>
              <Link to="/$soft" params={{ soft: alias }} activeProps={{}}>
                {name}
              </Link>
            </li>
          ))}
        </Column>
        <Column title={software ? '帮助' : '下载'}>
          {software
            ? HELP.map(([path, label]) => (
                <li key={path}>
                  <Link
                    to={`/$soft${path}` as '/$soft'}
                    params={{ soft: software.alias }}
                    activeProps={{}}
                  >
                    {label}
                  </Link>
                </li>
              ))
            : common.softwares.map(({ alias, name }) => (
                <li key={alias}>
                  <Link to="/$soft/download" params={{ soft: alias }} activeProps={{}}>
                    {name}
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
