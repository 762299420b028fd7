import { Link, useRouter } from '@tanstack/react-router';
import type { MouseEvent } from 'react';
import { toCustomDomainPath } from '../../kit/page/custom-domain.ts';
import { isServerPath } from '../../kit/page/server-path.ts';
import { useSite } from '../../kit/site/site.tsx';
import type { HandbookHit, PageHit } from './other-hits.ts';
import css from './search.module.css';

/** Where a page belongs. */
const PAGE_PLACES: Record<PageHit['kind'], string> = {
  tool: '工具',
  template: '模板',
  guide: '操作指南',
  printer: '打印机',
  handbook: '手册',
  faq: '常见问题',
  plan: 'VIP',
  member: '用户中心',
  docs: '接口文档',
  download: '下载',
  article: '文章',
  updateLog: '更新',
  qa: '问答',
  terms: '条款',
};

const PageLink = ({ page }: { page: PageHit }) => {
  const router = useRouter();
  const { ownAlias, origin } = useSite();
  const { href, title } = page;
  // On a custom domain, pages of the whole site are on the main host.
  const ownPath = ownAlias ? toCustomDomainPath(encodeURIComponent(ownAlias), href) : href;
  const isElsewhere = ownPath === null || isServerPath(href);
  const openPage = (event: MouseEvent): void => {
    if (isElsewhere || event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0)
      return;
    event.preventDefault();
    void router.navigate({ href });
  };
  return (
    <a href={ownPath ?? origin + href} onClick={openPage} data-hit>
      {title}
    </a>
  );
};

/** Pages of the product that the query means, above everything else. */
export const PageHits = ({
  alias,
  pages,
  handbook,
}: {
  alias: string;
  pages: readonly PageHit[];
  handbook: readonly HandbookHit[];
}) => {
  if (pages.length === 0 && handbook.length === 0) return null;
  return (
    <section className={css.pages} aria-label="页面">
      <ul className={css.hits}>
        {pages.map((page) => (
          <li key={page.href}>
            <span className={css.kind}>{PAGE_PLACES[page.kind]}</span>
            <h2>
              <PageLink page={page} />
            </h2>
            {page.kind === 'member' && <span className={css.kind}>要登录</span>}
            <p data-prose>{page.excerpt}</p>
          </li>
        ))}
        {handbook.map(({ name, title, use }) => (
          <li key={name}>
            <span className={css.kind}>{PAGE_PLACES.handbook}</span>
            <h2>
              <Link to="/$soft/tools/codes/{$name}.html" params={{ soft: alias, name }} data-hit>
                {title}
              </Link>
            </h2>
            <p data-prose>{use}</p>
          </li>
        ))}
      </ul>
    </section>
  );
};
