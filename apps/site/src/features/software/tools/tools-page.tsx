import { Link } from '@tanstack/react-router';
import { formatBytes } from '@yunbiao/contract/site/file-size';
import { Hash } from '@yunbiao/ui/hash.tsx';
import { GlyphDefs } from '@yunbiao/ui/label/label-paper.tsx';
import { LabelPicture } from '@yunbiao/ui/label/label-picture.tsx';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import { FileRows } from '../file-rows.tsx';
import { sortNewestFirst } from '../../../kit/software/files.ts';
import { isOperatingSystem } from '../../../kit/software/platform-ids.ts';
import { getDownloadDisplayName } from '../../../kit/software/platforms.ts';
import { PicturesToGif, VideoToGif } from './gif-tools.tsx';
import { DesignerTool, TemplateLibraryTool, VirtualPrinterTool } from './label-tools.tsx';
import type { ToolsData } from './load-tools.ts';
import { PRINTED_TEMPLATE_INDEX } from './shown-templates.ts';
import { ToolCard } from './tool.tsx';
import css from './tools.module.css';

const HandbookSection = ({
  alias,
  handbook,
}: {
  alias: string;
  handbook: ToolsData['handbook'];
}) => (
  <ToolCard
    name="条码与元素手册"
    say="哪种码用在哪、放得下什么、最小能打印多小；每一种都配一张真标签，用扫描枪就能扫。"
    notes={['由打印标签的引擎画', `一共 ${handbook.count} 种`]}
    picture={
      <div className={`${css.bed} ${css.shelf}`}>
        {handbook.pictures.map((picture) => (
          <div className={css.liner} key={picture.url} style={toCssVars({ w: picture.widthMm })}>
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
  </ToolCard>
);

const PrinterSection = ({
  alias,
  printers,
}: {
  alias: string;
  printers: ToolsData['printers'];
}) => (
  <ToolCard
    name="打印机型号"
    say="手上这台能不能用：会什么语言、怎么接、配置里怎么选，每一条都写着从哪里看来的。"
    notes={[`${printers.brandCount} 个牌子`, `${printers.modelCount} 个型号`]}
    picture={
      <div className={css.bed}>
        <dl className={css.printers}>
          {printers.brands.map(({ name, title, models }) => (
            <div key={name}>
              <dt>{title}</dt>
              <dd>{models}</dd>
            </div>
          ))}
        </dl>
      </div>
    }
  >
    <Link className="button" to="/$soft/tools/printers" params={{ soft: alias }}>
      找你的型号
    </Link>
    <span className="small faint">免登录</span>
  </ToolCard>
);

const ZPL = `^XA
^FO40,40^A0N,60,60^FDDEMO^FS
^BY3^FO40,120^BCN,120^FD0123456789^FS
^XZ`;

const ZplPreviewTool = ({ alias }: { alias: string }) => (
  <ToolCard
    name="ZPL 预览"
    say="别的程序打印出来的标签，贴进来按打印点预览：203、300、600 dpi，看不懂的命令指到哪一行，还能保存为模板。"
    notes={['内容不上传', 'PNG 或模板 JSON']}
    picture={
      <div className={css.bed}>
        <pre className={css.code}>{ZPL}</pre>
      </div>
    }
  >
    <Link className="button" to="/$soft/tools/zpl" params={{ soft: alias }}>
      看一段 ZPL
    </Link>
    <span className="small faint">免登录</span>
  </ToolCard>
);

const FileCheckTool = ({ alias, files }: { alias: string; files: ToolsData['downloads'] }) => {
  const [file] = sortNewestFirst(files);
  if (!file) return null;
  return (
    <ToolCard
      name="核对文件"
      say="下载完不放心，把文件拖进网页：当场算 SHA-256，和我们放出来的对一对。"
      notes={['文件不上传', `${files.length} 个文件可以核对`]}
      picture={
        <div className={css.bed}>
          <div className={css.sum}>
            <b>{getDownloadDisplayName(file)}</b>
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
    </ToolCard>
  );
};

/** Platform-independent files, which are no installers: test pages, template packs. */
const PlatformIndependentFiles = ({
  alias,
  files,
}: {
  alias: string;
  files: ToolsData['downloads'];
}) => (
  <section className={css.files}>
    <h2>测试页与样例包</h2>
    <p className="quiet">不装客户端，也能先看看打印机会不会 ZPL。</p>
    <FileRows alias={alias} files={files} />
  </section>
);

/** 工具: available tools. */
export const ToolsPage = ({
  data: { software, labels, templateCount, glyphs, downloads, handbook, printers },
}: {
  data: ToolsData;
}) => {
  const { alias, name } = software;
  const [first] = labels;
  const printed = labels[PRINTED_TEMPLATE_INDEX] ?? first;
  const files = downloads.filter(({ platform }) => platform === 'any');
  const hasClient = downloads.some(({ platform }) => isOperatingSystem(platform));
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
        <DesignerTool alias={alias} label={first} />
        {first && <TemplateLibraryTool alias={alias} labels={labels} count={templateCount} />}
        <HandbookSection alias={alias} handbook={handbook} />
        {printers.brandCount > 0 && <PrinterSection alias={alias} printers={printers} />}
        <ZplPreviewTool alias={alias} />
        <PicturesToGif alias={alias} pictures={handbook.pictures} />
        <VideoToGif alias={alias} />
        {downloads.length > 0 && <FileCheckTool alias={alias} files={downloads} />}
        {hasClient && printed && <VirtualPrinterTool alias={alias} label={printed} />}
      </div>
      {files.length > 0 && <PlatformIndependentFiles alias={alias} files={files} />}
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
