import { CODE_TEXT_MM, TEXT_SIZE_MM } from '@yunbiao/contract/limits/template';
import type { TableCell } from '@yunbiao/label';
import { SelectField } from '@yunbiao/ui/field.tsx';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import css from '../../designer.module.css';
import { useDesigner } from '../../designer.ts';
import { CODE_TYPES } from '@yunbiao/designer/symbology';
import type { Command } from '@yunbiao/designer/doc';
import { addField, type Patch } from '@yunbiao/designer/edit';
import { withoutOrphanFields } from '@yunbiao/designer/fields';
import { changeCell, type Place, changeCellType } from '@yunbiao/designer/table';
import { CODE_NAMES } from '@yunbiao/designer/element-names';
import { useStore } from '@yunbiao/ui/store.ts';
import {
  canHoldOldCondition,
  getElementCondition,
  patchCondition,
} from '@yunbiao/designer/conditions/conditions';
import { ConditionFields } from './condition-part.tsx';
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
        { value: 'shrink', label: '自动缩小' },
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

/** Type, content and style of a cell. */
export const CellPart = ({ id, at, cell }: CellPartProps) => {
  const designer = useDesigner();
  const fields = useStore(designer.history, ({ now }) => now.template.fields);
  const updateTableCell: Set = (patch, key) =>
    designer.execute(
      '修改格子',
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
        onChange={(type) => designer.execute('修改格子', changeCellType(id, at, type))}
      />
      <ContentPart
        label={cell && cell.type !== 'text' ? '编进码里的' : '文字'}
        value={cell?.content ?? ''}
        isConditional={!cell || canHoldOldCondition(cell)}
        onChange={({ content, field, isTyped }) => {
          const changeContent: Command = (doc) =>
            changeCell(id, at, { content })(field ? addField(field)(doc) : doc);
          const key = `cell:${id}:${at.row}.${at.column}:content`;
          if (isTyped) designer.execute('修改格子', changeContent, key);
          else designer.execute('修改格子', withoutOrphanFields(changeContent));
        }}
      />
      {cell && (
        <ConditionFields
          name="cell-condition"
          condition={getElementCondition(cell, fields)}
          content={cell.content}
          onChange={(showIf, isTyped) => {
            const patch = patchCondition(cell, showIf, fields);
            updateTableCell(patch, isTyped ? 'condition' : undefined);
          }}
        />
      )}
      {cell?.type === 'text' && <TextLook cell={cell} set={updateTableCell} />}
      {cell && 'showText' in cell && (
        <>
          <div className={css.checks}>
            <CheckPart
              label="显示条码文字"
              value={cell.showText}
              onChange={(showText) => updateTableCell({ showText })}
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
              onChange={(textSizeMm) => updateTableCell({ textSizeMm }, 'text-size')}
            />
          )}
        </>
      )}
    </section>
  );
};
