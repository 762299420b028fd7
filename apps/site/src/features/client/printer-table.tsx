import { Link } from '@tanstack/react-router';
import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { formatCount } from '@yunbiao/ui/format.ts';
import { Status } from '@yunbiao/ui/status.tsx';
import { evidenceWords, printerStatus } from '../../shell/printer-words.ts';
import s from './client.module.css';
import type { Client, Printer } from './words.ts';

const ADD_COMMAND =
  'npm run agent -- printer add 名称 tcp://打印机地址:9100 --language zpl --dpi 203';

const Row = ({ printer, online, alias }: { printer: Printer; online: boolean; alias: string }) => {
  const shown = printerStatus(printer, online);
  const proof = evidenceWords(printer.evidence);
  return (
    <tr>
      <td className={s.name}>
        <span className="b">{printer.name}</span>
        <span className="s qq">
          {printer.language.toUpperCase()} · {printer.dpi} dpi
        </span>
      </td>
      <td className={s.state}>
        <Status kind={shown.kind}>{shown.text}</Status>
      </td>
      <td className={`n ${s.counter}`}>
        {printer.counter === null ? (
          <span className="qq" title="这台打印机不报累计张数">
            —
          </span>
        ) : (
          <>
            {formatCount(printer.counter)}
            <small className={s.unit}>张</small>
          </>
        )}
      </td>
      <td className={`q ${s.proof}`}>{proof}</td>
      <td className={s.next}>
        <Link
          className="link s"
          to="/$soft/user/printerCfg"
          params={{ soft: alias }}
          search={{ new: '1', printer: printer.id }}
        >
          新建配置<span className="vh">：{printer.name}</span>
        </Link>
      </td>
    </tr>
  );
};

/** The printers of one client, state first; without any, how to add one. */
export const PrinterTable = ({ client, alias }: { client: Client; alias: string }) => {
  if (client.printers.length === 0)
    return (
      <div className={s.how}>
        <p className="m q">这台电脑还没有报上打印机。在它上面运行：</p>
        <p className={s.command}>
          <code>{ADD_COMMAND}</code>
          <CopyButton text={ADD_COMMAND} what="命令" />
        </p>
      </div>
    );
  return (
    <table className={s.printers}>
      <caption className="vh">{client.remark || client.name}的打印机</caption>
      <thead>
        <tr>
          <th>打印机</th>
          <th>状态</th>
          <th className="n">累计张数</th>
          <th>能给的凭据</th>
          <th>
            <span className="vh">操作</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {client.printers.map((printer) => (
          <Row key={printer.id} printer={printer} online={client.online} alias={alias} />
        ))}
      </tbody>
    </table>
  );
};
