import { Link } from '@tanstack/react-router';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import { formatCount } from '@yunbiao/ui/format.ts';
import { Status } from '@yunbiao/ui/status.tsx';
import { ADD_PRINTER, RUN_AGENT, OTHER_LANGUAGES } from '../../kit/printing/agent-commands.ts';
import { useNews } from '../../kit/live/live-print.ts';
import { evidenceWords, printerStatus } from '../../kit/printing/printer-words.ts';
import s from './client.module.css';
import { Command } from './command.tsx';
import { KIND_WORDS, mediaWords, type Told } from './found-words.ts';
import type { Client, Printer } from './words.ts';

type RowProps = { printer: Printer; online: boolean; alias: string; told: Told | undefined };

const Row = ({ printer, online, alias, told }: RowProps) => {
  const found = told?.printers.find(({ printerId }) => printerId === printer.id);
  const media = mediaWords(found?.media ?? []);
  const shown = printerStatus(printer, { online, news: useNews() });
  const proof = evidenceWords(printer.evidence);
  return (
    <tr>
      <td className={s.name}>
        <span className="strong">{printer.name}</span>
        <span className="small faint">
          {LANGUAGE_FACTS[printer.language].name} · {printer.dpi} dpi
          {found && ` · ${KIND_WORDS[found.kind]} ${found.where}`}
          {media !== '' && ` · ${media}`}
        </span>
      </td>
      <td className={s.state}>
        <Status kind={shown.kind}>{shown.text}</Status>
      </td>
      <td className={`numeric ${s.counter}`}>
        {printer.counter === null ? (
          <span className="faint" title="这台打印机不报累计张数">
            —
          </span>
        ) : (
          <>
            {formatCount(printer.counter)}
            <small className={s.unit}>张</small>
          </>
        )}
      </td>
      <td className={`quiet ${s.proof}`}>{proof}</td>
      <td className={s.next}>
        <Link
          className="link small"
          to="/$soft/user/printerCfg"
          params={{ soft: alias }}
          search={{ new: '1', printer: printer.id }}
        >
          新建配置<span className="visually-hidden">：{printer.name}</span>
        </Link>
      </td>
    </tr>
  );
};

type PrinterTableProps = { client: Client; alias: string; told: Told | undefined };

/** The printers of one client, state first; without any, how to add one. */
export const PrinterTable = ({ client, alias, told }: PrinterTableProps) => {
  if (client.printers.length === 0)
    return (
      <div className={s.how}>
        <p className="medium quiet">
          这个打印客户端还没有打印机。
          {client.online
            ? '在下面“发现的打印机”里点“使用”就行'
            : '打开它，它找到的打印机会列在这里，点“使用”就行'}
          ；在终端里也能加：
        </p>
        <Command text={ADD_PRINTER} />
        <p className="small faint">{OTHER_LANGUAGES}</p>
        <p className="small faint">从源码运行的，让它一直开着：</p>
        <Command text={RUN_AGENT} />
      </div>
    );
  return (
    <table className={s.printers}>
      <caption className="visually-hidden">{client.remark || client.name}的打印机</caption>
      <thead>
        <tr>
          <th>打印机</th>
          <th>状态</th>
          <th className="numeric">累计张数</th>
          <th>能给的凭据</th>
          <th>
            <span className="visually-hidden">操作</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {client.printers.map((printer) => (
          <Row
            key={printer.id}
            printer={printer}
            online={client.online}
            alias={alias}
            told={told}
          />
        ))}
      </tbody>
    </table>
  );
};
