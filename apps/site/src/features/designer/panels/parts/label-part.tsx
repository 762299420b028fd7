import { LABEL_HEIGHT_MM, LABEL_WIDTH_MM } from '@yunbiao/contract/limits/template';
import { SelectField } from '@yunbiao/ui/field.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import css from '../../designer.module.css';
import { useDesigner } from '../../designer.ts';
import { changeLabel } from '@yunbiao/designer/edit';
import { NumberPart } from './number-part.tsx';

/** Common label stock, width × height in mm, with its typical use. */
const COMMON_STOCK = [
  { widthMm: 40, heightMm: 30, what: '价签、货位' },
  { widthMm: 50, heightMm: 30, what: '价签、库位' },
  { widthMm: 60, heightMm: 40, what: '货架、资产' },
  { widthMm: 58, heightMm: 40, what: '电子秤' },
  { widthMm: 70, heightMm: 50, what: '外箱' },
  { widthMm: 80, heightMm: 60, what: '外箱' },
  { widthMm: 100, heightMm: 70, what: '外箱' },
  { widthMm: 76, heightMm: 130, what: '快递一联单' },
  { widthMm: 100, heightMm: 150, what: '电商面单' },
  { widthMm: 100, heightMm: 180, what: '快递二联单' },
  { widthMm: 30, heightMm: 20, what: '小商品' },
  { widthMm: 25, heightMm: 15, what: '饰品' },
  { widthMm: 72, heightMm: 14, what: '珠宝尾签' },
  { widthMm: 40, heightMm: 60, what: '服装吊牌' },
  { widthMm: 38, heightMm: 13, what: '冻存管' },
  { widthMm: 50, heightMm: 20, what: '采血管' },
] as const;

const toSizeKey = ({ widthMm, heightMm }: { widthMm: number; heightMm: number }): string =>
  `${widthMm}×${heightMm}`;

const OPTIONS = COMMON_STOCK.map((stock) => ({
  value: toSizeKey(stock),
  label: `${stock.widthMm} × ${stock.heightMm} mm　${stock.what}`,
}));

/** Properties of the label, shown when nothing is selected. */
export const LabelPart = () => {
  const designer = useDesigner();
  const template = useStore(designer.history, ({ now }) => now.template);
  const setSize = (size: { widthMm?: number; heightMm?: number }, key?: string): void =>
    designer.execute('修改标签大小', changeLabel(size), key);
  const sizeKey = toSizeKey(template);
  return (
    <section className={css.part}>
      <h3>标签</h3>
      <div className={css.pairs}>
        <NumberPart
          label="宽"
          name="label-width"
          unit="mm"
          step={1}
          {...LABEL_WIDTH_MM}
          value={template.widthMm}
          onChange={(widthMm) => setSize({ widthMm }, 'label-width')}
        />
        <NumberPart
          label="高"
          name="label-height"
          unit="mm"
          step={1}
          {...LABEL_HEIGHT_MM}
          value={template.heightMm}
          onChange={(heightMm) => setSize({ heightMm }, 'label-height')}
        />
      </div>
      <SelectField
        label="常用尺寸"
        name="stock"
        placeholder="其他尺寸"
        value={OPTIONS.some(({ value }) => value === sizeKey) ? sizeKey : ''}
        options={OPTIONS}
        onChange={(value) => {
          const stock = COMMON_STOCK.find((candidate) => toSizeKey(candidate) === value);
          if (stock) setSize({ widthMm: stock.widthMm, heightMm: stock.heightMm });
        }}
      />
    </section>
  );
};
