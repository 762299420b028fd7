import type { CallOutput } from '@yunbiao/contract';
import { Section } from '@yunbiao/ui/section.tsx';
import css from './site-index-page.module.css';
import { Compare } from './site-index/compare.tsx';
import { Newest } from './site-index/newest.tsx';
import { PaperScale } from './site-index/paper-scale.tsx';
import { Products } from './site-index/products.tsx';

/** A site before its first software, or while all of them are offline. */
const Nothing = () => (
  <main className="wrap">
    <div className="empty">
      <h1>还没有开放的软件</h1>
      <p className="q">云标的软件正在准备，开放后就在这一页。</p>
    </div>
  </main>
);

const Index = ({ softwares, templates, downloads }: CallOutput<'siteIndex'>) => (
  <main>
    <section className="wrap">
      <div className={css.hero}>
        <h1>
          先看要印什么，
          <br />
          再选一款软件。
        </h1>
        <p>
          {softwares.length > 0 &&
            `云标有 ${softwares.length} 款软件：${softwares.map((software) => software.name).join('、')}。`}
          用同一个账号、同一个打印客户端，会员和额度分开算，都能先免费用。
        </p>
      </div>
      <Products softwares={softwares} templates={templates} downloads={downloads} />
    </section>
    {softwares.length > 1 && (
      <Section
        title="拿不准选哪款"
        say={[
          '看纸：样例标签的宽度不同。',
          '看活：下面这张表，左边找你在意的事。几款可以一起用，同一台打印机换卷纸就行。',
        ]}
      >
        <PaperScale softwares={softwares} templates={templates} />
        <Compare softwares={softwares} />
      </Section>
    )}
    {downloads.length > 0 && (
      <Section title="最近的版本" say={['各软件最新的安装包，点文件看校验值和说明。']}>
        <Newest files={downloads} />
      </Section>
    )}
  </main>
);

/** What the softwares are for, how to choose, and what is newest. */
export const SiteIndexPage = ({ data }: { data: CallOutput<'siteIndex'> }) =>
  data.softwares.length === 0 ? <Nothing /> : <Index {...data} />;
