import { Link } from '@tanstack/react-router';
import { formatBytes } from '@yunbiao/contract/file-size';
import { Bench } from '@yunbiao/ui/bench.tsx';
import { Hash } from '@yunbiao/ui/hash.tsx';
import { GlyphDefs, LabelAgain, LabelPaper } from '@yunbiao/ui/label-paper.tsx';
import { LabelPicture } from '@yunbiao/ui/label-picture.tsx';
import { vars } from '@yunbiao/ui/vars.ts';
import type { ReactNode } from 'react';
import { FileRows } from '../file-rows.tsx';
import { newestFirst } from '../files.ts';
import { isSystem } from '../platform-ids.ts';
import { fileName } from '../platforms.ts';
import type { ShownLabel } from '../shown-label.ts';
import { sizeOf } from '../template.ts';
import type { ToolsData } from './load-tools.ts';
import { PRINTED } from './shown.ts';
import css from './tools.module.css';

const Tool = (props: {
  name: string;
  say: string;
  /** Under the picture. */
  notes: readonly [string, string];
  picture: ReactNode;
  children: ReactNode;
}) => (
  <article>
    <div className={`plate ${css.plate}`}>
      {props.picture}
      <footer>
        <span className="ellipsis" title={props.notes[0]}>
          {props.notes[0]}
        </span>
        <span className="push-end">{props.notes[1]}</span>
      </footer>
    </div>
    <div>
      <h2>{props.name}</h2>
      <p>{props.say}</p>
    </div>
    <div className={css.acts}>{props.children}</div>
  </article>
);

/** Room of the bench beside its ruler, px. */
const BENCH_PX = { width: 500, height: 200 } as const;

const OnBench = ({ label }: { label: ShownLabel }) => {
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
        mark={{ x: { from: 0, length: widthMm }, y: { from: 0, length: heightMm } }}
      >
        <div className="placed" style={vars({ x: 0, y: 0, w: widthMm, h: heightMm })}>
          {picture && <LabelPaper paper={picture.paper} title={picture.title} />}
        </div>
      </Bench>
    </div>
  );
};

const TryOne = ({ alias, label }: { alias: string; label: ShownLabel }) => (
  <Tool
    name="改一张看看"
    say="在网页里改一个字，条码、点阵和排版跟着变，和打印机收到的一样。"
    notes={[label.name, sizeOf(label)]}
    picture={<OnBench label={label} />}
  >
    <Link className="button primary" to="/$soft" params={{ soft: alias }}>
      试一张
    </Link>
    <span className="small faint">免登录</span>
  </Tool>
);

/** A sample on its liner, at the scale of its neighbours. */
const OnLiner = ({ label, shownAbove }: { label: ShownLabel; shownAbove: boolean }) => {
  const [picture] = label.pictures;
  if (!picture) return null;
  const { id, paper, title, widthDots, heightDots } = picture;
  return (
    <div className={css.liner} style={vars({ w: label.widthMm })}>
      {shownAbove ? (
        <LabelAgain of={id} widthDots={widthDots} heightDots={heightDots} />
      ) : (
        <LabelPaper paper={paper} title={title} />
      )}
    </div>
  );
};

const Samples = ({ alias, labels }: { alias: string; labels: readonly ShownLabel[] }) => (
  <Tool
    name="样例模板"
    say={`${labels.map(({ name }) => name).join('、')}。填字或者从表格贴几行，发到你配对的打印机。`}
    notes={['同一比例', `一共 ${labels.length} 个模板`]}
    picture={
      <div className={`${css.bed} ${css.shelf}`}>
        {labels.map((label, index) => (
          <OnLiner key={label.id} label={label} shownAbove={index === 0} />
        ))}
      </div>
    }
  >
    <Link className="button" to="/$soft/user/print" params={{ soft: alias }}>
      选一个打印
    </Link>
    <span className="small faint">要登录</span>
  </Tool>
);

const Handbook = ({ alias, handbook }: { alias: string; handbook: ToolsData['handbook'] }) => (
  <Tool
    name="条码与元素手册"
    say="哪种码用在哪、放得下什么、最小能印多小；每一种都配一张真标签，拿枪就能扫。"
    notes={['由印标签的引擎画', `一共 ${handbook.count} 种`]}
    picture={
      <div className={`${css.bed} ${css.shelf}`}>
        {handbook.pictures.map((picture) => (
          <div className={css.liner} key={picture.url} style={vars({ w: picture.widthMm })}>
            <LabelPicture {...picture} src={picture.url} />
          </div>
        ))}
      </div>
    }
  >
    <Link className="button" to="/$soft/tools/codes" params={{ soft: alias }}>
      打开手册
    </Link>
    <span className="small faint">免登录</span>
  </Tool>
);

const Check = ({ alias, files }: { alias: string; files: ToolsData['downloads'] }) => {
  const [file] = newestFirst(files);
  if (!file) return null;
  return (
    <Tool
      name="核对文件"
      say="下载完不放心，把文件拖进网页：当场算 SHA-256，和我们放出来的对一对。"
      notes={['文件不上传', `${files.length} 个文件可以核对`]}
      picture={
        <div className={css.bed}>
          <div className={css.sum}>
            <b>{fileName(file)}</b>
            <span className="faint">
              {file.version} · {formatBytes(file.size)}
            </span>
            <Hash value={file.sha256} />
          </div>
        </div>
      }
    >
      <Link className="button" to="/$soft/download" params={{ soft: alias }}>
        去核对
      </Link>
      <span className="small faint">免登录</span>
    </Tool>
  );
};

/** Part of the print client: a network printer without paper. */
const Virtual = ({ alias, label }: { alias: string; label: ShownLabel }) => (
  <Tool
    name="虚拟打印机"
    say="没有标签打印机，也能走完全程：它收下 ZPL、TSPL 或 ESC/POS，把每一张存成图片，缺纸、开盖也能试。"
    notes={['随打印客户端一起', '一张标签，一个 PNG']}
    picture={
      <div className={css.bed}>
        <ol className={css.out}>
          {label.pictures.map((picture, index) => (
            <li key={picture.title} style={vars({ ratio: `${label.widthMm} / ${label.heightMm}` })}>
              {index === 0 ? (
                // It lies among the samples, too.
                <LabelAgain
                  of={picture.id}
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
    <Link className="button" to="/$soft/download" params={{ soft: alias }}>
      下载打印客户端
    </Link>
    <Link className="link small" to="/$soft/article" params={{ soft: alias }}>
      怎么用
    </Link>
  </Tool>
);

/** Files for every system are no installers: test pages, packs of templates. */
const Files = ({ alias, files }: { alias: string; files: ToolsData['downloads'] }) => (
  <section className={css.files}>
    <h2>测试页与样例包</h2>
    <p className="quiet">不装客户端，也能先看看打印机会不会 ZPL。</p>
    <FileRows alias={alias} files={files} />
  </section>
);

/** 工具: what can be used today. */
export const ToolsPage = ({
  data: { software, labels, glyphs, downloads, handbook },
}: {
  data: ToolsData;
}) => {
  const { alias, name } = software;
  const [first] = labels;
  const printed = labels[PRINTED] ?? first;
  const files = downloads.filter(({ platform }) => platform === 'any');
  const hasClient = downloads.some(({ platform }) => isSystem(platform));
  return (
    <main className="wrap">
      <GlyphDefs {...glyphs} />
      <div className="page-head">
        <div>
          <h1>工具</h1>
          <p>{name}现在能用的，都在这里；做好一样，加一样。</p>
        </div>
      </div>
      <div className={css.tools}>
        {first && <TryOne alias={alias} label={first} />}
        {first && <Samples alias={alias} labels={labels} />}
        <Handbook alias={alias} handbook={handbook} />
        {downloads.length > 0 && <Check alias={alias} files={downloads} />}
        {hasClient && printed && <Virtual alias={alias} label={printed} />}
      </div>
      {files.length > 0 && <Files alias={alias} files={files} />}
      <p className={css.end}>
        缺一样趁手的？
        <Link className="link" to="/$soft/qa" params={{ soft: alias }}>
          告诉我们
        </Link>
        ，做出来的会写进
        <Link className="link" to="/$soft/updateLog" params={{ soft: alias }}>
          更新日志
        </Link>
        。
      </p>
    </main>
  );
};
