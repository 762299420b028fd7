import { CODE_TEXT_MM, TEXT_SIZE_MM } from '@yunbiao/contract/limits/template';
import type { TableCell } from '@yunbiao/label';
import { SelectField } from '@yunbiao/ui/field.tsx';
import { Segmented } from '@yunbiao/ui/segmented.tsx';
import css from '../designer.module.css';
import { useDesigner } from '../designer.ts';
import { CODE_TYPES } from '../model/code.ts';
import { addField, type Patch } from '../model/edit.ts';
import { changeCell, type Place, retype } from '../model/table.ts';
import { CODE_NAMES } from '../model/words.ts';
import { CheckPart } from './check-part.tsx';
import { ContentPart } from './content-part.tsx';
import { NumberPart } from './number-part.tsx';

const TYPES = [
  { value: 'text', label: '文字' },
  ...CODE_TYPES.map((value) => ({ value, label: CODE_NAMES[value] })),
];

type TextCell = Extract<TableCell, { type: 'text' }>;
type Set = (patch: Patch, key?: string) => void;

const TextLook = ({ cell, set }: { cell: TextCell; set: Set }) => (
  <>
    <NumberPart
      label="字高"
      name="cell-size"
      unit="mm"
      step={0.25}
      {...TEXT_SIZE_MM}
      value={cell.sizeMm}
      onChange={(sizeMm) => {
        const isLess = cell.minSizeMm !== undefined && cell.minSizeMm > sizeMm;
        set({ sizeMm, ...(isLess ? { minSizeMm: sizeMm } : {}) }, 'size');
      }}
    />
    <Segmented
      legend="粗细"
      name="cell-weight"
      small
      value={String(cell.weight)}
      options={[
        { value: '400', label: '常规' },
        { value: '700', label: '粗' },
      ]}
      onChange={(weight) => set({ weight: Number(weight) })}
    />
    <Segmented
      legend="左右"
      name="cell-align"
      small
      value={cell.align}
      options={[
        { value: 'left', label: '左' },
        { value: 'center', label: '中' },
        { value: 'right', label: '右' },
      ]}
      onChange={(align) => set({ align })}
    />
    <SelectField
      label="放不下时"
      name="cell-fit"
      value={cell.fit}
      options={[
        { value: 'shrink', label: '缩小到放得下' },
        { value: 'wrap', label: '换行' },
        { value: 'clip', label: '截断' },
      ]}
      onChange={(fit) => set({ fit })}
    />
    <div className={css.checks}>
      <CheckPart
        label="黑底白字"
        value={cell.inverse === true}
        onChange={(on) => set({ inverse: on ? true : undefined })}
      />
    </div>
  </>
);

type CellPartProps = { id: string; at: Place; cell: TableCell | undefined };

/** What stands in a cell: text or a code, and how it looks. */
export const CellPart = ({ id, at, cell }: CellPartProps) => {
  const designer = useDesigner();
  const set: Set = (patch, key) =>
    designer.act(
      '改格子',
      changeCell(id, at, patch),
      key && `cell:${id}:${at.row}.${at.column}:${key}`,
    );
  return (
    <section className={css.part}>
      <h3>格子里</h3>
      <SelectField
        label="是什么"
        name="cell-type"
        value={cell?.type ?? 'text'}
        options={TYPES}
        onChange={(type) => designer.act('改格子', retype(id, at, type))}
      />
      <ContentPart
        label={cell && cell.type !== 'text' ? '编进码里的' : '文字'}
        value={cell?.content ?? ''}
        isConditional={!cell || cell.type === 'text'}
        onChange={({ content, field, isTyped }) =>
          designer.act(
            '改格子',
            (doc) => changeCell(id, at, { content })(field ? addField(field)(doc) : doc),
            isTyped ? `cell:${id}:${at.row}.${at.column}:content` : '',
          )
        }
      />
      {cell?.type === 'text' && <TextLook cell={cell} set={set} />}
      {cell && 'showText' in cell && (
        <>
          <div className={css.checks}>
            <CheckPart
              label="印出数字"
              value={cell.showText}
              onChange={(showText) => set({ showText })}
            />
          </div>
          {cell.showText && (
            <NumberPart
              label="字高"
              name="cell-text-size"
              unit="mm"
              step={0.25}
              {...CODE_TEXT_MM}
              value={cell.textSizeMm}
              onChange={(textSizeMm) => set({ textSizeMm }, 'text-size')}
            />
          )}
        </>
      )}
    </section>
  );
};
