import { mapElements } from '@yunbiao/designer/doc';
import { getRunsText, readStyledRuns } from '@yunbiao/designer/text/rich-text';
import type { TextElement } from '@yunbiao/label';
import { useDesigner } from '../../designer.ts';
import css from './parts.module.css';

/** A text of parts with different looks, which is edited on the label. */
export const SpansPart = ({ text }: { text: TextElement }) => {
  const designer = useDesigner();
  const runs = readStyledRuns(text);
  const unifyLook = (): void =>
    designer.execute('统一样子', (doc) => ({
      ...doc,
      template: mapElements(doc.template, (element) => {
        if (element.id !== text.id || element.type !== 'text') return element;
        const { spans: _spans, tail: _tail, ...whole } = element;
        return { ...whole, content: getRunsText(runs) };
      }),
    }));
  return (
    <>
      <p className={css.result}>
        <b>{getRunsText(runs)}</b>
      </p>
      <p className={css.result}>这段文字分几种样子，在标签上修改。</p>
      <div className={css.row}>
        <button type="button" className="button" onClick={() => designer.textEditing.set(text.id)}>
          在标签上修改
        </button>
        <button type="button" className="bare" onClick={unifyLook}>
          统一样子
        </button>
      </div>
    </>
  );
};
