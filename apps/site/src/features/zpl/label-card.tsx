import { useNavigate } from '@tanstack/react-router';
import type { Dpi } from '@yunbiao/label';
import { Icon } from '@yunbiao/ui';
import { Status } from '@yunbiao/ui/status.tsx';
import { useEffect, useState } from 'react';
import { sendDesign } from '../../kit/label/incoming-design.ts';
import { LabelPreview } from '../../kit/label/label-preview.tsx';
import { saveFile } from '../../kit/page/save-file.ts';
import { getDotsPerMm } from '../../kit/printing/print-media.ts';
import { useAlias } from '../../kit/site/site.tsx';
import type { Drawn, LabelFacts, Made } from './messages.ts';
import { Notices } from './notices.tsx';
import css from './zpl.module.css';

type LabelCardProps = {
  /** In the stream, from 0. */
  index: number;
  facts: LabelFacts;
  dpi: Dpi;
  drawn: Drawn | undefined;
  made: Made | undefined;
  share: number;
  onMake: () => void;
  onLine: ((line: number) => void) | undefined;
};

/** The address of a picture made here, as long as it is shown. */
const useAddress = (blob: Blob | undefined): string | undefined => {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    if (!blob) return setAddress(undefined);
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address;
};

/** Tenths of a millimetre are what a label is cut to. */
const mmText = (dots: number, k: number): string => String(Math.round((dots / k) * 10) / 10);

const Template = ({
  index,
  made,
  onMake,
  onLine,
}: Pick<LabelCardProps, 'index' | 'made' | 'onMake' | 'onLine'>) => {
  const [asked, setAsked] = useState<'file' | 'designer' | null>(null);
  const alias = useAlias();
  const navigate = useNavigate();
  useEffect(() => {
    if (!asked || !made) return;
    setAsked(null);
    if (made.json === null) return;
    const name = `ZPL 模板 ${index + 1}`;
    if (asked === 'designer' && sendDesign(name, made.json))
      void navigate({
        to: '/$soft/tools/design-{$id}.html',
        params: { soft: alias, id: 'new' },
        search: {},
      });
    else saveFile(new Blob([made.json], { type: 'application/json' }), `${name}.json`);
  }, [asked, made, index, alias, navigate]);
  const ask = (what: 'file' | 'designer'): void => {
    setAsked(what);
    onMake();
  };
  return (
    <>
      <button
        type="button"
        className="button compact"
        disabled={asked !== null}
        onClick={() => ask('designer')}
      >
        <Icon name="edit" />
        在设计器里打开
      </button>
      <button
        type="button"
        className="button compact"
        disabled={asked !== null}
        onClick={() => ask('file')}
      >
        存为模板 JSON
      </button>
      {made && (
        <div className={css.made} role="status">
          {made.json === null ? (
            <Status kind="failed">没有做成模板</Status>
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

/** One label, dot for dot, with what is to be said of it. */
export const LabelCard = (props: LabelCardProps) => {
  const { index, facts, dpi, drawn, share, onLine } = props;
  const address = useAddress(drawn?.png);
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
              {mmText(widthDots, k)} × {mmText(heightDots, k)} mm
            </span>
            {copies > 1 && <span>印 {copies} 份</span>}
            <span className="push-end faint">第 {line} 行起</span>
          </header>
          <LabelPreview
            state={{ phase: 'loading', share }}
            drawn={null}
            size={{ widthMm: widthDots / k, heightMm: heightDots / k, dotsPerMm: k }}
            title={title}
            {...(address && {
              picture: ({ widthPx, heightPx, exact }) => (
                <img
                  className={exact ? `${css.dots} ${css.exact}` : css.dots}
                  src={address}
                  alt={title}
                  style={{ width: widthPx, height: heightPx }}
                />
              ),
            })}
            footer={(scale) => (
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
          <Template {...props} />
        </div>
      )}
    </article>
  );
};
