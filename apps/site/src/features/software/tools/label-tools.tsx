import { Link } from '@tanstack/react-router';
import { Bench } from '@yunbiao/ui/label/bench.tsx';
import { LabelReference, LabelPaper } from '@yunbiao/ui/label/label-paper.tsx';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import type { ShownLabel } from '../shown-label.ts';
import { formatTemplateSize } from '../template.ts';
import { ToolCard } from './tool.tsx';
import css from './tools.module.css';

/** Space of the bench next to its ruler, px. */
const BENCH_PX = { width: 500, height: 200 } as const;

const LabelOnBench = ({ label }: { label: ShownLabel }) => {
  const { widthMm, heightMm } = label;
  const [picture] = label.pictures;
  const pxPerMm = Math.min(4, (BENCH_PX.height - 48) / heightMm);
  return (
    <div className={css.bench}>
      <Bench
        pxPerMm={pxPerMm}
        origin={{ xPx: 32, yPx: 24 }}
        widthMm={Math.max(widthMm + 10, Math.floor((BENCH_PX.width - 32) / pxPerMm))}
        heightMm={heightMm}
        highlight={{ x: { from: 0, length: widthMm }, y: { from: 0, length: heightMm } }}
      >
        <div className="placed" style={toCssVars({ x: 0, y: 0, w: widthMm, h: heightMm })}>
          {picture && <LabelPaper paper={picture.paper} title={picture.title} />}
        </div>
      </Bench>
    </div>
  );
};

export const DesignerTool = ({
  alias,
  label,
}: {
  alias: string;
  label: ShownLabel | undefined;
}) => (
  <ToolCard
    name="标签设计器"
    say="按毫米摆文字、条码、二维码、表格和图片，按打印点预览打印效果；打开 Excel，一行就是一张标签。"
    notes={label ? [label.name, formatTemplateSize(label)] : ['在浏览器里画', '一个点也不差']}
    picture={label ? <LabelOnBench label={label} /> : <div className={css.bed} />}
  >
    <Link
      className="button primary"
      to="/$soft/tools/design-{$id}.html"
      params={{ soft: alias, id: 'new' }}
    >
      新建空白标签
    </Link>
    {label && (
      <Link className="link small" to="/$soft" params={{ soft: alias }}>
        先改个字，试一张
      </Link>
    )}
    <span className="small faint">免登录</span>
  </ToolCard>
);

/** A sample on its liner, at the same scale as its neighbours. */
const SampleOnLiner = ({ label, shownAbove }: { label: ShownLabel; shownAbove: boolean }) => {
  const [picture] = label.pictures;
  if (!picture) return null;
  const { id, paper, title, widthDots, heightDots } = picture;
  return (
    <div className={css.liner} style={toCssVars({ w: label.widthMm })}>
      {shownAbove ? (
        <LabelReference paperId={id} widthDots={widthDots} heightDots={heightDots} />
      ) : (
        <LabelPaper paper={paper} title={title} />
      )}
    </div>
  );
};

export const TemplateLibraryTool = ({
  alias,
  labels,
  count,
}: {
  alias: string;
  labels: readonly ShownLabel[];
  /** Total number of templates; `labels` contains the first ones. */
  count: number;
}) => (
  <ToolCard
    name="模板库"
    say="价签、食品、物流、服装、资产、线缆：挑一个差不多的，填字、贴几行或者打开 Excel，发到你配对的打印机。"
    notes={['同一比例', `一共 ${count} 个模板`]}
    picture={
      <div className={`${css.bed} ${css.shelf}`}>
        {labels.map((label, index) => (
          <SampleOnLiner key={label.id} label={label} shownAbove={index === 0} />
        ))}
      </div>
    }
  >
    <Link className="button" to="/$soft/tools/temp" params={{ soft: alias }}>
      打开模板库
    </Link>
    <span className="small faint">免登录</span>
  </ToolCard>
);

/** Virtual printer: on the page, or as part of the print client. */
export const VirtualPrinterTool = ({ alias, label }: { alias: string; label: ShownLabel }) => (
  <ToolCard
    name="虚拟打印机"
    say="没有标签打印机，也能走完全程：登录后点一下就有，标签从网页上的纸卷里出来，缺纸、开盖也能试。打印客户端里也带着一台，收下 ZPL、TSPL 或 ESC/POS，保存为图片。"
    notes={['网页上或打印客户端里', '一张标签，一个 PNG']}
    picture={
      <div className={css.bed}>
        <ol className={css.out}>
          {label.pictures.map((picture, index) => (
            <li
              key={picture.title}
              style={toCssVars({ ratio: `${label.widthMm} / ${label.heightMm}` })}
            >
              {index === 0 ? (
                // The same drawing is also among the samples, so reuse it.
                <LabelReference
                  paperId={picture.id}
                  widthDots={picture.widthDots}
                  heightDots={picture.heightDots}
                />
              ) : (
                <LabelPaper paper={picture.paper} title={picture.title} />
              )}
              <small>{String(index + 1).padStart(4, '0')}.png</small>
            </li>
          ))}
        </ol>
      </div>
    }
  >
    <Link className="button" to="/$soft/user/print" params={{ soft: alias }}>
      在网页上试打印
    </Link>
    <Link className="link small" to="/$soft/user/picture" params={{ soft: alias }}>
      图片库
    </Link>
    <Link className="link small" to="/$soft/download" params={{ soft: alias }}>
      下载打印客户端
    </Link>
    <Link className="link small" to="/$soft/article" params={{ soft: alias }}>
      怎么用
    </Link>
  </ToolCard>
);
