import type { CallOutput } from '@yunbiao/contract';
import { Icon } from '@yunbiao/ui';
import { useMemo, useState } from 'react';
import { LabelThumb } from '../../kit/label/label-thumb.tsx';
import { sizeText } from '../../kit/printing/print-media.ts';
import css from './print.module.css';
import { comingNumbers } from '../../kit/data/coming-numbers.ts';
import { samplesOf } from '../../kit/label/samples.ts';

export type TemplateItem = CallOutput<'templateList'>['list'][number];

/** Templates shown before 其他 N 个. */
const FIRST = 5;

const Choice = ({
  item,
  chosen,
  onChoose,
}: {
  item: TemplateItem;
  chosen: boolean;
  onChoose: (id: string) => void;
}) => {
  const template = item.content;
  const data = useMemo(
    () => ({ ...samplesOf(template), ...comingNumbers(item, { row: 0, copies: 1 }) }),
    [template, item],
  );
  return (
    <label title={`${item.name}，${sizeText(item)}`}>
      <input
        className="visually-hidden"
        type="radio"
        name="template"
        value={item.id}
        checked={chosen}
        onChange={() => onChoose(item.id)}
      />
      <LabelThumb
        template={template}
        data={data}
        title={`${item.name}样例`}
        maxWidthPx={120}
        maxHeightPx={88}
        maxPxPerMm={2}
      />
      <span className={css.name}>
        <span>{item.name}</span>
        <small>{sizeText(item)}</small>
      </span>
    </label>
  );
};

/** The first few templates, the chosen one always among them, and the rest on demand with a search. */
export const TemplatePicker = ({
  list,
  chosen,
  onChoose,
}: {
  list: readonly TemplateItem[];
  chosen: string;
  onChoose: (id: string) => void;
}) => {
  const [all, setAll] = useState(list.length <= FIRST + 1);
  const [query, setQuery] = useState('');
  const wanted = query.trim().toLowerCase();
  const found = wanted
    ? list.filter((item) => `${item.name} ${item.category}`.toLowerCase().includes(wanted))
    : list;
  const few = list.filter((item, index) => index < FIRST || item.id === chosen);
  const shown = all ? found : few;
  return (
    <>
      {all && list.length > FIRST + 1 && (
        <div className={`field-box compact span-6 ${css.find}`}>
          <Icon name="search" />
          <input
            type="search"
            aria-label="找模板"
            placeholder="模板名、分类"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </div>
      )}
      <div className={css.pick} role="radiogroup" aria-label="模板">
        {shown.map((item) => (
          <Choice key={item.id} item={item} chosen={item.id === chosen} onChoose={onChoose} />
        ))}
        {!all && (
          <button type="button" className={css.more} onClick={() => setAll(true)}>
            <Icon name="search" />
            其他 {list.length - few.length} 个
          </button>
        )}
        {shown.length === 0 && <p className={css.none}>没有叫“{query}”的模板。</p>}
      </div>
    </>
  );
};
