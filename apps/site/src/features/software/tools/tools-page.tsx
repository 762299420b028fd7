import { Link } from '@tanstack/react-router';
import { formatBytes } from '@yunbiao/contract/file-size';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { LabelPaper } from '@yunbiao/ui/label-paper.tsx';
import { vars } from '@yunbiao/ui/vars.ts';
import type { ReactNode } from 'react';
import { ADD_VIRTUAL, VIRTUAL_PRINTER } from '../../../shell/agent-commands.ts';
import { isSystem } from '../platform-ids.ts';
import { sizeOf, titleOf, type SampleTemplate } from '../template.ts';
import type { ToolsData } from './load-tools.ts';
import css from './tools.module.css';

type Software = ToolsData['software'];

/** Width and height a label may take on its plate, px. */
const ROOM = { width: 300, height: 168 } as const;

const Paper = ({ sample, pxPerMm }: { sample: SampleTemplate; pxPerMm: number }) => (
  <div className={css.paper} style={vars({ w: sample.widthMm, u: `${pxPerMm}px` })}>
    <LabelPaper svg={sample.drawing.svg} title={titleOf(sample)} />
  </div>
);

/** As large as the plate allows. */
const fitting = ({ widthMm, heightMm }: SampleTemplate): number =>
  Math.min(ROOM.width / widthMm, ROOM.height / heightMm, 4);

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
      <div className={css.bed}>{props.picture}</div>
      <footer>
        <span>{props.notes[0]}</span>
        <span className="sp">{props.notes[1]}</span>
      </footer>
    </div>
    <div>
      <h2>{props.name}</h2>
      <p>{props.say}</p>
    </div>
    <div className={css.acts}>{props.children}</div>
  </article>
);

const TryOne = ({ alias, sample }: { alias: string; sample: SampleTemplate }) => (
  <Tool
    name="改一张看看"
    say="在网页里改一个字，条码、点阵和排版跟着变，和打印机收到的一样。"
    notes={[sample.name, sizeOf(sample)]}
    picture={<Paper sample={sample} pxPerMm={fitting(sample)} />}
  >
    <Link className="btn go" to="/$soft" params={{ soft: alias }}>
      试一张
    </Link>
    <span className="s qq">免登录</span>
  </Tool>
);

const Samples = ({ alias, samples }: { alias: string; samples: readonly SampleTemplate[] }) => {
  const widths = samples.reduce((sum, { widthMm }) => sum + widthMm, 0);
  const highest = Math.max(...samples.map(({ heightMm }) => heightMm));
  const pxPerMm = Math.min(
    (ROOM.width - 16 * (samples.length - 1)) / widths,
    ROOM.height / highest,
  );
  return (
    <Tool
      name="样例模板"
      say="选一个样例，填字或者从表格贴几行，发到你配对的打印机。"
      notes={['同一比例', `${samples.length} 个模板`]}
      picture={samples.map((sample) => (
        <Paper key={sample.id} sample={sample} pxPerMm={Math.min(4, pxPerMm)} />
      ))}
    >
      {samples.map((sample) => (
        <Link
          key={sample.id}
          className="btn"
          to="/$soft/user/print"
          params={{ soft: alias }}
          search={{ template: sample.id }}
        >
          打印{sample.name}
        </Link>
      ))}
      <span className="s qq">要登录</span>
    </Tool>
  );
};

/** Files for every system are no installers: test pages, packs of templates. */
const Files = ({ alias, files }: { alias: string; files: ToolsData['downloads'] }) => (
  <Tool
    name="测试页与样例包"
    say="不装客户端，也能先看看打印机会不会 ZPL；下载以后在网页里核对 SHA-256。"
    notes={[`${files.length} 个文件`, `版本 ${files[0]?.version ?? ''}`]}
    picture={
      <ul className={css.files}>
        {files.map((file) => (
          <li key={file.id}>
            <Link
              className="link"
              to="/$soft/download/{$id}.html"
              params={{ soft: alias, id: file.id }}
            >
              {file.title}
            </Link>
            <span className="qq">{formatBytes(file.size)}</span>
            <small>{file.requirement}</small>
          </li>
        ))}
      </ul>
    }
  >
    <Link
      className="btn"
      to="/$soft/download"
      params={{ soft: alias }}
      search={{ platform: 'any' }}
    >
      去下载和核对
    </Link>
    <span className="s qq">免登录</span>
  </Tool>
);

/** Part of the print client: a network printer without paper. */
const Virtual = ({ alias }: { alias: string }) => (
  <Tool
    name="虚拟打印机"
    say="没有标签打印机，也能走完全程：它收 ZPL，把每一张存成 PNG。"
    notes={['在客户端的文件夹里运行', '随客户端一起']}
    picture={
      <ul className={css.files}>
        {[VIRTUAL_PRINTER, ADD_VIRTUAL].map((line) => (
          <li key={line}>
            <code>{line}</code>
            <CopyButton text={line} what="命令" />
          </li>
        ))}
      </ul>
    }
  >
    <Link className="btn" to="/$soft/download" params={{ soft: alias }}>
      下载客户端
    </Link>
  </Tool>
);

const Nothing = ({ software: { alias, name } }: { software: Software }) => (
  <div className="empty">
    <h2>还没有工具</h2>
    <p className="q">{name}的工具做好一样，这里就多一样。</p>
    <Link className="btn" to="/$soft" params={{ soft: alias }}>
      回到首页
    </Link>
  </div>
);

/** 工具: what can be used today. */
export const ToolsPage = ({ data: { software, templates, downloads } }: { data: ToolsData }) => {
  const { alias, name } = software;
  const samples = templates.filter(({ softwareAlias }) => softwareAlias === alias);
  const [first] = samples;
  const files = downloads.filter(({ platform }) => platform === 'any');
  const hasClient = downloads.some(({ platform }) => isSystem(platform));
  return (
    <main className="wrap">
      <div className="ph">
        <div>
          <h1>工具</h1>
          <p>{name}现在能用的，都在这里；做好一样，加一样。</p>
        </div>
      </div>
      {first || downloads.length > 0 ? (
        <div className={css.tools}>
          {first && <TryOne alias={alias} sample={first} />}
          {first && <Samples alias={alias} samples={samples} />}
          {files.length > 0 && <Files alias={alias} files={files} />}
          {hasClient && <Virtual alias={alias} />}
        </div>
      ) : (
        <Nothing software={software} />
      )}
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
