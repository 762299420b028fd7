import { Link, useNavigate } from '@tanstack/react-router';
import { PRINTER_USES } from '@yunbiao/contract/calls/community/printer-models';
import { QUERY_LENGTH } from '@yunbiao/contract/limits/input';
import { Status } from '@yunbiao/ui/status.tsx';
import { SearchBox } from '@yunbiao/ui/table/search-box.tsx';
import { Fragment } from 'react';
import { filterBrands, isUsableModel } from './group-models.ts';
import type { ListedBrand, PrinterListData } from './load-printer-models.ts';
import css from './printers.module.css';
import { describeReports, USE_WORDS } from './use-words.ts';

/** State of the page in its address. */
export type PrinterSearch = { q?: string | undefined; works?: string | undefined };

/** Models of one brand by how they can be used, what works first. */
const BrandModels = ({ models }: Pick<ListedBrand, 'models'>) => (
  <dl>
    {PRINTER_USES.map((use) => {
      const shownModels = models.filter((model) => model.use === use);
      const { kind, text } = USE_WORDS[use];
      return (
        shownModels.length > 0 && (
          <div key={use}>
            <dt>
              <Status kind={kind}>{text}</Status>
            </dt>
            <dd>
              {shownModels.map(({ name, title }, i) => (
                <Fragment key={name}>
                  {i > 0 && '、'}
                  <span className="no-wrap">{title}</span>
                </Fragment>
              ))}
            </dd>
          </div>
        )
      );
    })}
  </dl>
);

const BrandCard = ({ alias, brand }: { alias: string; brand: ListedBrand }) => {
  const { name, title, latin, models } = brand;
  const reports = models.reduce((sum, model) => sum + model.reports, 0);
  return (
    <li>
      <h2>
        <Link
          className="link"
          to="/$soft/tools/printers/{$brand}.html"
          params={{ soft: alias, brand: name }}
        >
          {title}
        </Link>
        {latin !== title && <small>{latin}</small>}
      </h2>
      <BrandModels models={models} />
      {reports > 0 && <p className="small quiet">{describeReports(reports)}</p>}
    </li>
  );
};

type PrintersPageProps = { alias: string; data: PrinterListData; search: PrinterSearch };

const NothingFound = ({ alias, q }: { alias: string; q: string }) => (
  <section className="empty">
    <h2>没有找到“{q}”</h2>
    <p className="medium quiet">
      会 ZPL、TSPL 或 ESC/POS 的，没列出来也能用。机身背面或自检页上写着它会哪一种。
    </p>
    <div className="row">
      <Link className="button" to="/$soft/qa/ask" params={{ soft: alias }}>
        问一下
      </Link>
    </div>
  </section>
);

/** 打印机型号: brands and their models, filtered by name and by whether they can be used. */
export const PrintersPage = ({ alias, data, search }: PrintersPageProps) => {
  const navigate = useNavigate();
  const { q = '', works } = search;
  const isUsable = works !== undefined;
  const brands = filterBrands(data.brands, { q, isUsable });
  const changeSearch = (part: PrinterSearch): void =>
    void navigate({
      to: '/$soft/tools/printers',
      params: { soft: alias },
      search: { ...search, ...part },
      replace: true,
    });
  const models = data.brands.flatMap((brand) => brand.models);
  return (
    <main className="wrap">
      <div className="page-head">
        <div>
          <h1>打印机型号</h1>
          <p>
            {data.brands.length} 个牌子、{models.length} 个型号，其中{' '}
            {models.filter(isUsableModel).length}{' '}
            个能用。说法都有来源；是不是真的打印得出，看会员报的“试过能用”。
          </p>
        </div>
      </div>
      <div className="filters">
        <label className="check">
          <input
            type="checkbox"
            checked={isUsable}
            onChange={(event) => changeSearch({ works: event.target.checked ? '1' : undefined })}
          />
          只看能用的
        </label>
        <SearchBox
          label="找牌子或型号"
          placeholder="佳博、ZD421"
          value={q}
          maxLength={QUERY_LENGTH}
          onChange={(words) => changeSearch({ q: words || undefined })}
        />
      </div>
      {brands.length === 0 ? (
        <NothingFound alias={alias} q={q} />
      ) : (
        <ul className={css.brands}>
          {brands.map((brand) => (
            <BrandCard key={brand.name} alias={alias} brand={brand} />
          ))}
        </ul>
      )}
    </main>
  );
};
