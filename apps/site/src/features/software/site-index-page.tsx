import { Link } from '@tanstack/react-router';
import { formatCount } from '@yunbiao/ui/format.ts';
import { GlyphDefs } from '@yunbiao/ui/label/label-paper.tsx';
import { Section } from '@yunbiao/ui/section.tsx';
import { LogRows } from './log-rows.tsx';
import { QuestionRows } from './question-rows.tsx';
import css from './site-index-page.module.css';
import { SoftwareComparison } from './site-index/compare.tsx';
import type { IndexData } from './site-index/load-index.ts';
import { NewestReleases } from './site-index/newest.tsx';
import { PaperScale } from './site-index/paper-scale.tsx';
import { Products } from './site-index/products.tsx';
import { StartActions } from './site-index/start-actions.tsx';
import { TryWithoutSignIn } from './site-index/tryable.tsx';

/** Shown while the site has no software, or all are offline. */
const NoSoftware = () => (
  <main className="wrap">
    <div className="empty">
      <h1>还没有开放的软件</h1>
      <p className="quiet">云标的软件正在准备，开放后就在这一页。</p>
    </div>
  </main>
);

/** Number of displayed items. */
const LOGS = 6;
const POSTS = 5;

/** Latest update logs, or the latest downloads if there are none. */
const LatestUpdatesOrDownloads = ({ articles, downloads }: IndexData) => {
  const logs = articles.filter(({ artType }) => artType === 'updateLog').slice(0, LOGS);
  if (logs.length > 0)
    return (
      <Section
        title="最近的版本"
        paragraphs={['各软件最近改了什么。']}
        link={
          <a className="link" href="/updateLog/rss.xml">
            订阅更新（RSS）
          </a>
        }
      >
        <LogRows logs={logs} withSoftware />
      </Section>
    );
  return downloads.length === 0 ? null : (
    <Section title="最近的版本" paragraphs={['各软件最新的安装包，点文件看校验值和说明。']}>
      <NewestReleases files={downloads} />
    </Section>
  );
};

const LatestAnswers = ({ posts, forum, softwares }: IndexData) =>
  posts.length === 0 ? null : (
    <Section
      title="最近的回答"
      paragraphs={[`一共解决了 ${formatCount(forum.solved)} 个问题。`]}
      link={
        <span className={css.more}>
          {softwares.map(({ alias, name }) => (
            <Link key={alias} className="link" to="/$soft/qa" params={{ soft: alias }}>
              {name}的问答
            </Link>
          ))}
        </span>
      }
    >
      <QuestionRows posts={posts.slice(0, POSTS)} withSoftware />
    </Section>
  );

const SiteIndex = (data: IndexData) => {
  const { softwares, labels, downloads } = data;
  return (
    <main>
      <GlyphDefs {...data.glyphs} />
      <section className="wrap">
        <div className={css.hero}>
          <h1>
            先看要打印什么，
            <br />
            再选一款软件。
          </h1>
          <p>
            {softwares.length > 0 &&
              `云标有 ${softwares.length} 款软件：${softwares.map((software) => software.name).join('、')}。`}
            用同一个账号、同一个打印客户端，会员和额度分开算，都能先免费用。
          </p>
          <StartActions softwares={softwares} />
        </div>
        <Products softwares={softwares} labels={labels} downloads={downloads} />
      </section>
      <i id="fold" hidden />
      {softwares.length > 1 && (
        <Section
          title="拿不准选哪款"
          paragraphs={[
            '看纸：样例标签的宽度不同。',
            '看活：下面这张表，左边找你在意的事。几款可以一起用，同一台打印机换卷纸就行。',
          ]}
        >
          <PaperScale softwares={softwares} labels={labels} />
          <SoftwareComparison softwares={softwares} plans={data.plans} />
        </Section>
      )}
      <LatestUpdatesOrDownloads {...data} />
      <LatestAnswers {...data} />
      <TryWithoutSignIn softwares={softwares} labels={labels} />
    </main>
  );
};

/** Index page of the site: softwares, comparison and news. */
export const SiteIndexPage = ({ data }: { data: IndexData }) =>
  data.softwares.length === 0 ? <NoSoftware /> : <SiteIndex {...data} />;
