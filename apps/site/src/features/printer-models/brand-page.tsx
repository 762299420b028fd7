import { Link, linkOptions } from '@tanstack/react-router';
import { keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import { Status } from '@yunbiao/ui/status.tsx';
import { NeighbourLinks } from '../../kit/page/neighbour-links.tsx';
import { describeEvidenceOfPrinter } from '../../kit/printing/printer-status.ts';
import { groupModels, isUsableModel, type ModelGroup } from './group-models.ts';
import type { Brand, Model } from './load-printer-models.ts';
import css from './printers.module.css';
import { describeReports, HEAT_WORDS, USE_WORDS } from './use-words.ts';

const BrandBreadcrumb = ({ alias }: { alias: string }) => (
  <div className="crumb">
    <Link to="/$soft/tools" params={{ soft: alias }}>
      工具
    </Link>
    <span>/</span>
    <Link to="/$soft/tools/printers" params={{ soft: alias }}>
      打印机型号
    </Link>
  </div>
);

/** Facts of the source that are known, as label and value. */
const listKnownModelFacts = ({ languages, dpi, widthMm, heat, connections, evidence }: Model) =>
  [
    ['语言', languages.join('、')],
    ['分辨率', dpi.length > 0 ? `${dpi.join('、')} dpi` : ''],
    ['最大打印宽度', widthMm === null ? '' : `${widthMm} mm`],
    ['打印方式', heat.map((heatKind) => HEAT_WORDS[heatKind]).join('、')],
    ['接口', connections.join('、')],
    ['最多能给的凭据', evidence.length > 0 ? describeEvidenceOfPrinter(evidence) : ''],
  ].filter(([, value]) => value !== '');

const ModelNames = ({ models }: Pick<ModelGroup, 'models'>) => (
  <ul className={css.names}>
    {models.map(({ name, title, reports }) => (
      <li key={name} id={name}>
        <b>{title}</b>
        {reports > 0 && <span className="tag ok">{describeReports(reports)}</span>}
      </li>
    ))}
  </ul>
);

/** Models of the same facts, how they are set up, and where that was read. */
const ModelGroupSection = ({ group: { models, facts } }: { group: ModelGroup }) => {
  const { kind, text } = USE_WORDS[facts.use];
  return (
    <section className={css.group} aria-label={models.map(({ title }) => title).join('、')}>
      <div>
        <ModelNames models={models} />
        <Status kind={kind}>{text}</Status>
      </div>
      <div>
        {facts.advice.length > 0 && (
          <ul className={css.advice}>
            {facts.advice.map((line) => (
              <li key={line}>{keepNumbersWithUnits(line)}</li>
            ))}
          </ul>
        )}
        <dl className={css.facts}>
          {listKnownModelFacts(facts).map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{keepNumbersWithUnits(value ?? '')}</dd>
            </div>
          ))}
          <div>
            <dt>来源</dt>
            <dd>
              <a className="link" href={facts.source.url} rel="noreferrer">
                {facts.source.title}
              </a>
            </dd>
          </div>
        </dl>
      </div>
    </section>
  );
};

type AsideProps = { alias: string; also: readonly string[]; canPrint: boolean };

const BrandSidebar = ({ alias, also, canPrint }: AsideProps) => (
  <aside className={css.aside}>
    {canPrint && (
      <section>
        <h2 className="section-title">先打印一张测试标签</h2>
        <p>
          在
          <Link className="link" to="/$soft/user/auth" params={{ soft: alias }}>
            授权客户端
          </Link>
          里点“使用”就会打印。打印不出来，多半是语言没选对，或者打印机开着别的仿真。打印出来了，到
          <Link className="link" to="/$soft/user/printerCfg" params={{ soft: alias }}>
            打印机配置
          </Link>
          里点“这台能用”，这里就多一位。
        </p>
      </section>
    )}
    <section>
      <h2 className="section-title">没有你的型号</h2>
      <p>
        会 ZPL、TSPL 或 ESC/POS 就能用。拿不准，
        <Link className="link" to="/$soft/qa/ask" params={{ soft: alias }}>
          问一下
        </Link>
        。
      </p>
    </section>
    {also.length > 0 && (
      <section>
        <h2 className="section-title">也叫</h2>
        <p>{also.join('、')}</p>
      </section>
    )}
  </aside>
);

const linkToBrand = (alias: string, brand: string) =>
  linkOptions({ to: '/$soft/tools/printers/{$brand}.html', params: { soft: alias, brand } });

/** How many of a brand's models can be used. */
const describeUsable = (total: number, usable: number): string => {
  if (usable === 0) return `${total} 个型号，现在都还不能直接用。`;
  if (usable === total) return `${total} 个型号，都能用。`;
  return `${total} 个型号，${usable} 个能用。`;
};

/** Page of one brand: its models by shared facts, what works first. */
export const BrandPage = ({ alias, brand }: { alias: string; brand: Brand }) => {
  const { title, latin, also, models, previous, next } = brand;
  const usable = models.filter(isUsableModel).length;
  return (
    <main className="wrap">
      <div className="page-head">
        <div>
          <BrandBreadcrumb alias={alias} />
          <h1>{title}打印机</h1>
          <p>
            {keepNumbersWithUnits(describeUsable(models.length, usable))}
            按来源写的语言判断，我们没有实物；来源没写的留空。
          </p>
        </div>
      </div>
      <div className={css.brand}>
        <div>
          {groupModels(models).map((group) => (
            <ModelGroupSection key={group.facts.name} group={group} />
          ))}
        </div>
        <BrandSidebar
          alias={alias}
          also={latin === title ? also : [latin, ...also]}
          canPrint={usable > 0}
        />
      </div>
      <NeighbourLinks
        label="前一个与后一个牌子"
        back={
          previous && {
            label: '前一个',
            title: previous.title,
            link: linkToBrand(alias, previous.name),
          }
        }
        on={next && { label: '后一个', title: next.title, link: linkToBrand(alias, next.name) }}
      />
    </main>
  );
};
