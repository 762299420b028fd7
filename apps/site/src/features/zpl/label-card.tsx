import { useNavigate } from '@tanstack/react-router';
import type { Dpi } from '@yunbiao/label';
import { Icon } from '@yunbiao/ui';
import { Status } from '@yunbiao/ui/status.tsx';
import { useCallback, useEffect, useState } from 'react';
import { passDesign } from '../../kit/design/pass-design.ts';
import { LabelPreview } from '../../kit/label/label-preview.tsx';
import { saveFile } from '../../kit/page/save-file.ts';
import { getDotsPerMm } from '../../kit/printing/print-media.ts';
import { useSite, useSoftwareAlias } from '../../kit/site/site.tsx';
import type { DrawnLabelResult, LabelFacts, TemplateResult } from './messages.ts';
import { Notices } from './notices.tsx';
import css from './zpl.module.css';

type LabelCardProps = {
  /** Index in the stream, from 0. */
  index: number;
  facts: LabelFacts;
  dpi: Dpi;
  drawn: DrawnLabelResult | undefined;
  made: TemplateResult | undefined;
  share: number;
  onMake: () => void;
  onLine: ((line: number) => void) | undefined;
};

/** Object URL of a blob, revoked when it is no longer displayed. */
const useObjectUrl = (blob: Blob | undefined): string | undefined => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) return setAddress(undefined);
    const objectUrl = URL.createObjectURL(blob);
    setAddress(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [blob]);
  return address;
};

/** Labels are cut to tenths of a millimetre. */
const formatDotsAsMm = (dots: number, k: number): string =>
  String(Math.round((dots / k) * 10) / 10);

const saveTemplate = (name: string, json: string): void =>
  saveFile(new Blob([json], { type: 'application/json' }), `${name}.json`);

/** Opens templates in the designer of a new label. Without storage the template is saved as a file. */
const useOpenDesign = () => {
  const alias = useSoftwareAlias();
  const navigate = useNavigate();
  const { session } = useSite().stores;
  return useCallback(
    async (name: string, json: string): Promise<void> => {
      const result = await passDesign({ name, json }, { alias, session: session.get() });
      if (result === 'failed') saveTemplate(name, json);
      if (result === 'passed')
        await navigate({
          to: '/$soft/tools/design-{$id}.html',
          params: { soft: alias, id: 'new' },
          search: {},
        });
    },
    [alias, navigate, session],
  );
};

const TemplateActions = ({
  index,
  made,
  onMake,
  onLine,
}: Pick<LabelCardProps, 'index' | 'made' | 'onMake' | 'onLine'>) => {
  const [askedTarget, setAsked] = useState<'file' | 'designer' | null>(null);
  const openDesign = useOpenDesign();
  useEffect(() => {
    if (!askedTarget || !made) return;
    setAsked(null);
    if (made.json === null) return;
    const name = `ZPL 模板 ${index + 1}`;
    if (askedTarget === 'designer') void openDesign(name, made.json);
    else saveTemplate(name, made.json);
  }, [askedTarget, made, index, openDesign]);
  const requestTemplate = (target: 'file' | 'designer'): void => {
    setAsked(target);
    onMake();
  };
  return (
    <>
      <button
        type="button"
        className="button compact"
        disabled={askedTarget !== null}
        onClick={() => requestTemplate('designer')}
      >
        <Icon name="edit" />
        在设计器里打开
      </button>
      <button
        type="button"
        className="button compact"
        disabled={askedTarget !== null}
        onClick={() => requestTemplate('file')}
      >
        保存为模板 JSON
      </button>
      {made && (
        <div className={css.made} role="status">
          {made.json === null ? (
            <Status kind="failed">无法转换为模板</Status>
          ) : (
            <Status kind="ok">
              {made.notices.length === 0
                ? '模板已保存，什么都没有少'
                : '模板已保存，有的和原来不同'}
            </Status>
          )}
          <Notices notices={made.notices} onLine={onLine} />
        </div>
      )}
    </>
  );
};

/** One label, dot for dot, with its notices. */
export const LabelCard = (props: LabelCardProps) => {
  const { index, facts, dpi, drawn, share, onLine } = props;
  const address = useObjectUrl(drawn?.png);
  const k = getDotsPerMm(dpi);
  const { widthDots, heightDots, copies, line } = facts;
  const title = `第 ${index + 1} 张标签`;
  return (
    <article className={css.card}>
      <figure>
        <div className="plate">
          <header>
            <b>第 {index + 1} 张</b>
            <span>
              {formatDotsAsMm(widthDots, k)} × {formatDotsAsMm(heightDots, k)} mm
            </span>
            {copies > 1 && <span>打印 {copies} 份</span>}
            <span className="push-end faint">第 {line} 行起</span>
          </header>
          <LabelPreview
            state={{ phase: 'loading', share }}
            drawn={null}
            size={{ widthMm: widthDots / k, heightMm: heightDots / k, dotsPerMm: k }}
            title={title}
            {...(address && {
              renderPicture: ({ widthPx, heightPx, exact }) => (
                <img
                  className={exact ? `${css.dots} ${css.exact}` : css.dots}
                  src={address}
                  alt={title}
                  style={{ width: widthPx, height: heightPx }}
                />
              ),
            })}
            renderFooter={(scale) => (
              <footer>
                <span>
                  {widthDots} × {heightDots} 点
                </span>
                <span className="push-end">
                  {dpi} dpi · {scale}
                </span>
              </footer>
            )}
          />
        </div>
      </figure>
      {drawn && !drawn.isWhole && <p className="small quiet">有的字形还没有取到，先空着。</p>}
      {drawn && <Notices notices={drawn.notices} onLine={onLine} />}
      {drawn && (
        <div className={css.saves}>
          <button
            type="button"
            className="button compact"
            onClick={() => saveFile(drawn.png, `ZPL ${index + 1}.png`)}
          >
            <Icon name="download" />
            下载 PNG
          </button>
          <TemplateActions {...props} />
        </div>
      )}
    </article>
  );
};
