import { Dialog } from '@yunbiao/ui/dialog.tsx';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { Menu } from '@yunbiao/ui/menu.tsx';
import { useStore } from '@yunbiao/ui/store.ts';
import { toast } from '@yunbiao/ui/toast.ts';
import { onDemand } from '../../../kit/site/on-demand.ts';
import type { Data } from '../data/use-data.ts';
import { useDesigner } from '../designer.ts';
import css from './export.module.css';
import { useExport, type What, WORDS } from './use-export.ts';

const PdfDialog = onDemand(
  async () => (await import('../../../kit/label/pdf-dialog.tsx')).PdfDialog,
);

const number = (value: number): string => value.toLocaleString('zh-CN');

/** 导出: files of the rows that are meant, the label that is shown, or the browser's own print. */
export const ExportMenu = ({ data }: { data: Data }) => {
  const designer = useDesigner();
  const template = useStore(designer.history, ({ now }) => now.template);
  const { dpi } = useStore(designer.look);
  const name = useStore(designer.file, (file) => file.name);
  const { progress, forPdf, run, cancel, closePdf } = useExport();
  // Serial numbers are given with the batch, so that no two machines have one twice: a file would have none.
  const hasNumbers = template.fields.some(({ serial }) => serial !== undefined);
  const rows = data.hasRows ? data.meant : [data.shown];
  const start = (what: What, isShownOnly = false): void => {
    if (hasNumbers && !isShownOnly)
      return void toast.warn(
        '带流水号的模板只能打印：号在提交打印时由服务器给，才不会重。要文件的话，把序号改成“列”，号写在表格里',
        { durationMs: 12_000 },
      );
    void run(what, { name, template, dpi, rows: isShownOnly ? [data.shown] : rows });
  };
  const count = `${number(rows.length)} 张`;
  return (
    <>
      <Menu
        label="导出"
        button={
          <>
            <Icon name="download" />
            导出
            <Icon name="down" />
          </>
        }
        buttonClass="button compact"
        className={css.menu ?? ''}
      >
        {(close) => {
          const item = (text: string, what: What, isShownOnly = false) => (
            <button
              key={text}
              type="button"
              onClick={() => {
                close();
                start(what, isShownOnly);
              }}
            >
              {text}
            </button>
          );
          return (
            <>
              {item(`PDF，${count}…`, 'pdf')}
              {item('PNG，画布上这一张', 'png', true)}
              {rows.length > 1 && item(`PNG，${count}（ZIP）`, 'png')}
              {item(`ZPL，${count}`, 'zpl')}
              {item(`TSPL，${count}`, 'tspl')}
              <hr />
              {item(`用浏览器打印 ${count}`, 'browser')}
            </>
          );
        }}
      </Menu>
      {progress && (progress.count > 1 || progress.isSlow) && (
        <Dialog title={WORDS[progress.what]} onClose={cancel}>
          <div className={css.progress}>
            <p role="status">
              正在做第 {number(Math.min(progress.done + 1, progress.count))} 张，共{' '}
              {number(progress.count)} 张…
            </p>
            <button type="button" className="button" onClick={cancel} data-autofocus>
              不做了
            </button>
          </div>
        </Dialog>
      )}
      {forPdf && <PdfDialog {...forPdf} copies={1} onClose={closePdf} onGiveUp={closePdf} />}
    </>
  );
};
