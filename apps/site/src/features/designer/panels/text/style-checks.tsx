import css from '../../designer.module.css';
import { CheckPart } from '../parts/check-part.tsx';
import { isVertical, type TextProps } from './text-props.ts';

/** Vertical text, inverse, lines, italics, prices and missing characters. */
export const StyleChecks = ({ text, set }: TextProps) => (
  <div className={css.checks}>
    <CheckPart
      label="竖排"
      value={isVertical(text)}
      onChange={(on) => set('竖排', { writingMode: on ? 'vertical-rl' : undefined })}
    />
    {isVertical(text) && (
      <CheckPart
        label="英文数字立着"
        value={text.textOrientation === 'upright'}
        onChange={(on) => set('英文数字立着', { textOrientation: on ? 'upright' : undefined })}
      />
    )}
    <CheckPart
      label="黑底白字"
      value={text.inverse === true}
      onChange={(on) => set('黑底白字', { inverse: on ? true : undefined })}
    />
    <CheckPart
      label="下划线"
      value={text.underline === true}
      onChange={(on) => set('下划线', { underline: on ? true : undefined })}
    />
    <CheckPart
      label="斜体"
      value={text.italic === true}
      onChange={(on) => set('斜体', { italic: on ? true : undefined })}
    />
    <CheckPart
      label="删除线"
      value={text.strike === true}
      onChange={(on) => set('删除线', { strike: on ? true : undefined })}
    />
    <CheckPart
      label="价格：小数和￥小一号"
      value={text.restScale !== undefined}
      onChange={(on) => set('价格', { restScale: on ? 0.55 : undefined })}
    />
    <CheckPart
      label="缺字打印 〓"
      value={text.missingGlyph === 'gap'}
      onChange={(on) => set('缺字', { missingGlyph: on ? 'gap' : undefined })}
    />
  </div>
);
