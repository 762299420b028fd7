import type { CallOutput } from '@yunbiao/contract';
import { Icon } from '@yunbiao/ui';
import { useMemo, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { LabelThumb } from '../../../kit/label/label-thumb.tsx';
import { formatLabelSize } from '../../../kit/printing/print-media.ts';
import css from '../print.module.css';
import { listFieldSamples } from '../../../kit/label/samples.ts';
import { useStoredTemplate } from '../../../kit/label/stored-template.ts';

export type TemplateItem = CallOutput<'templateList'>['list'][number];

/** Templates shown before 其他 N 个. */
const SHOWN_COUNT = 5;

/** Maximum size of a thumbnail, CSS px, and its maximum scale. */
const MAX_THUMB = { widthPx: 120, heightPx: 88, pxPerMm: 2 };

/** Thumbnail of a public template, rendered by the server. */
const ServerThumb = ({ item, src }: { item: TemplateItem; src: string }) => {
  const { widthMm, heightMm } = item;
  const pxPerMm = Math.min(
    MAX_THUMB.pxPerMm,
    MAX_THUMB.widthPx / widthMm,
    MAX_THUMB.heightPx / heightMm,
  );
  const size = { width: Math.round(widthMm * pxPerMm), height: Math.round(heightMm * pxPerMm) };
  return (
    <span className={css.thumb} style={size}>
      <img src={src} alt={`${item.name}样例`} {...size} loading="lazy" decoding="async" />
    </span>
  );
};

/** Thumbnail of the member's own template. Loads and draws it when it scrolls into view. */
const OwnThumb = ({ item }: { item: TemplateItem }) => {
  const { place, template } = useStoredTemplate(item);
  const data = useMemo(() => (template ? listFieldSamples(template) : {}), [template]);
  const shownTemplate = template ?? {
    ...BLANK_TEMPLATE,
    widthMm: item.widthMm,
    heightMm: item.heightMm,
  };
  return (
    <span ref={place}>
      <LabelThumb
        template={shownTemplate}
        data={data}
        title={`${item.name}样例`}
        maxWidthPx={MAX_THUMB.widthPx}
        maxHeightPx={MAX_THUMB.heightPx}
        maxPxPerMm={MAX_THUMB.pxPerMm}
      />
    </span>
  );
};

/** Blank template shown while the content is loading. */
const BLANK_TEMPLATE = { version: 1 as const, fields: [], elements: [] };

type ChoiceProps = { item: TemplateItem; chosen: boolean; onChoose: (id: string) => void };

const TemplateChoice = ({ item, chosen, onChoose }: ChoiceProps) => (
  <label title={`${item.name}，${formatLabelSize(item)}`}>
    <input
      className="visually-hidden"
      type="radio"
      name="template"
      value={item.id}
      checked={chosen}
      onChange={() => onChoose(item.id)}
    />
    {item.picture ? <ServerThumb item={item} src={item.picture} /> : <OwnThumb item={item} />}
    <span className={css.name}>
      <span>{item.name}</span>
      <small>{formatLabelSize(item)}</small>
    </span>
  </label>
);

/** The first few templates, always including the chosen one; the rest on demand, with a search. */
export const TemplatePicker = ({
  alias,
  list: now,
  chosen,
  onChoose,
}: {
  alias: string;
  list: readonly TemplateItem[];
  chosen: string;
  onChoose: (id: string) => void;
}) => {
  // Printing moves a template to the top of the list. The order stays fixed while the page is open.
  const [order] = useState(() => new Map(now.map(({ id }, at) => [id, at])));
  const getTemplatePosition = ({ id }: TemplateItem): number => order.get(id) ?? -1;
  const list = now.toSorted((a, b) => getTemplatePosition(a) - getTemplatePosition(b));
  const [isExpanded, setAll] = useState(list.length <= SHOWN_COUNT + 1);
  const [query, setQuery] = useState('');
  const searchText = query.trim().toLowerCase();
  const matching = searchText
    ? list.filter((item) =>
        `${item.name} ${item.category} ${formatLabelSize(item)}`.toLowerCase().includes(searchText),
      )
    : list;
  const shownTemplates = list.filter((item, index) => index < SHOWN_COUNT || item.id === chosen);
  const visibleItems = isExpanded ? matching : shownTemplates;
  return (
    <>
      {isExpanded && list.length > SHOWN_COUNT + 1 && (
        <div className={`field-box compact span-6 ${css.find}`}>
          <Icon name="search" />
          <input
            type="search"
            aria-label="搜索模板"
            placeholder="模板名、分类、尺寸"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </div>
      )}
      <div className={css.pick} role="radiogroup" aria-label="模板">
        {visibleItems.map((item) => (
          <TemplateChoice
            key={item.id}
            item={item}
            chosen={item.id === chosen}
            onChoose={onChoose}
          />
        ))}
        {!isExpanded && (
          <button type="button" className={css.more} onClick={() => setAll(true)}>
            <Icon name="search" />
            其他 {list.length - shownTemplates.length} 个
          </button>
        )}
        {visibleItems.length === 0 && <p className={css.none}>没有叫“{query}”的模板。</p>}
      </div>
      <p className="small quiet span-6">
        {list.some(({ own }) => own) ? '刚打印过的和自己的在前。' : '刚打印过的在前。'}
        <Link className="link" to="/$soft/tools/temp" params={{ soft: alias }}>
          打开模板库
        </Link>
      </p>
    </>
  );
};
