import { CODE_SPACING_MM, CODE_TEXT_MM } from '@yunbiao/contract/limits/template';
import type { TemplateElement } from '@yunbiao/label';
import { SelectField } from '@yunbiao/ui/field.tsx';
import { Segmented } from '@yunbiao/ui/table/segmented.tsx';
import type { ReactNode } from 'react';
import css from '../../designer.module.css';
import { useDesigner } from '../../designer.ts';
import {
  CODE_TYPES,
  hasOptionalCheckDigit,
  isLinearCodeType,
  isStackedCodeType,
  changeSymbology,
} from '@yunbiao/designer/symbology';
import { mapElements } from '@yunbiao/designer/doc';
import { CODE_NAMES, type CodeType } from '@yunbiao/designer/element-names';
import { EditGs1Button } from '../../kits/gs1/edit-gs1-button.tsx';
import { CheckPart } from './check-part.tsx';
import { ContentPart } from './content-part.tsx';
import { NumberPart } from './number-part.tsx';
import { useSelectedElements } from '../use-chosen.ts';

const TYPES = CODE_TYPES.map((value) => ({ value, label: CODE_NAMES[value] }));

type CodeOf = Extract<TemplateElement, { type: CodeType }>;
type Set = (description: string, patch: Record<string, unknown>, key?: string) => void;

const CODE_39 = ['code39'] as const;

/** Shown when all selected elements are Code 39: no other code has this option. */
const FullAsciiPart = () => {
  const { first, set } = useSelectedElements(CODE_39);
  if (!first) return null;
  return (
    <CheckPart
      label="全 ASCII（小写字母、符号；扫描枪也要打开）"
      value={first.fullAscii === true}
      onChange={(on) => set('全 ASCII', { fullAscii: on ? true : undefined })}
    />
  );
};

const LinearCodeFields = ({ first, set }: { first: CodeOf; set: Set }) => (
  <>
    {'showText' in first && (
      <div className={css.checks}>
        <CheckPart
          label="显示条码文字"
          value={first.showText}
          onChange={(showText) => set('显示条码文字', { showText })}
        />
        {hasOptionalCheckDigit(first.type) && (
          <CheckPart
            label="添加校验字符"
            value={'withCheck' in first && first.withCheck === true}
            onChange={(on) => set('校验字符', { withCheck: on ? true : undefined })}
          />
        )}
        <FullAsciiPart />
      </div>
    )}
    {'showText' in first && first.showText && (
      <div className={css.pairs}>
        <NumberPart
          label="字高"
          name="text-size"
          unit="mm"
          step={0.25}
          {...CODE_TEXT_MM}
          value={first.textSizeMm}
          onChange={(textSizeMm) => set('修改字高', { textSizeMm }, 'text-size')}
        />
        {isLinearCodeType(first.type) && (
          <NumberPart
            label="字距"
            name="text-spacing"
            unit="mm"
            step={0.125}
            {...CODE_SPACING_MM}
            value={('textSpacingMm' in first && first.textSpacingMm) || 0}
            onChange={(value) =>
              set('修改字距', { textSpacingMm: value || undefined }, 'text-spacing')
            }
          />
        )}
      </div>
    )}
    {isLinearCodeType(first.type) && (
      <Segmented
        legend="在框里"
        name="code-align"
        small
        value={('align' in first && first.align) || 'center'}
        options={[
          { value: 'left', label: '靠左' },
          { value: 'center', label: '居中' },
          { value: 'right', label: '靠右' },
        ]}
        onChange={(align) => set('对齐', { align: align === 'center' ? undefined : align })}
      />
    )}
  </>
);

const MatrixCodeFields = ({ first, set }: { first: CodeOf; set: Set }) => (
  <>
    {'level' in first && (
      <Segmented
        legend="容错"
        name="level"
        small
        value={first.level}
        options={(first.type === 'microqr' ? ['L', 'M', 'Q'] : ['L', 'M', 'Q', 'H']).map(
          (value) => ({
            value,
            label: value,
          }),
        )}
        onChange={(level) => set('修改容错', { level })}
      />
    )}
    {(first.type === 'datamatrix' || first.type === 'gs1-datamatrix') && (
      <Segmented
        legend="形状"
        name="shape"
        small
        value={first.shape ?? 'square'}
        options={[
          { value: 'square', label: '方' },
          { value: 'rectangle', label: '长' },
        ]}
        onChange={(shape) => set('修改形状', { shape: shape === 'square' ? undefined : shape })}
      />
    )}
  </>
);

/** Properties of a code: symbology, content, options and text. `grade`: its scan grade. */
export const CodePart = ({ grade }: { grade: ReactNode }) => {
  const designer = useDesigner();
  const { first, count, set, setContent } = useSelectedElements(CODE_TYPES);
  if (!first) return null;
  const changeCodeSymbology = (type: string): void =>
    designer.execute('更换码制', (doc) => {
      const template = mapElements(doc.template, (element) =>
        element.id === first.id && element.type !== type
          ? changeSymbology(first, type as CodeType)
          : element,
      );
      return template === doc.template ? doc : { ...doc, template };
    });
  return (
    <>
      {count === 1 && (
        <section className={css.part}>
          <h3>内容</h3>
          <ContentPart label="编进码里的" value={first.content} onChange={setContent} />
          <EditGs1Button code={first} />
          <SelectField
            label="码制"
            name="symbology"
            value={first.type}
            options={TYPES}
            onChange={changeCodeSymbology}
          />
        </section>
      )}
      <section className={css.part}>
        <h3>码</h3>
        {isLinearCodeType(first.type) || isStackedCodeType(first.type) ? (
          <LinearCodeFields first={first} set={set} />
        ) : (
          <MatrixCodeFields first={first} set={set} />
        )}
        {grade}
      </section>
    </>
  );
};
