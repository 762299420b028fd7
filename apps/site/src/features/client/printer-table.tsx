import { GuideLink } from '../../kit/guide/guide-link.tsx';
import { findPrinterGuide } from '../../kit/guide/trouble-guides.ts';
import { Link } from '@tanstack/react-router';
import { LANGUAGE_FACTS } from '@yunbiao/contract/language-facts';
import { formatCount } from '@yunbiao/ui/format.ts';
import { Status } from '@yunbiao/ui/status.tsx';
import { useConnectionState } from '../../kit/live/live-print.ts';
import { describeEvidenceOfPrinter, getPrinterStatus } from '../../kit/printing/printer-status.ts';
import { SourceCommands } from '../../kit/printing/source-commands.tsx';
import s from './client.module.css';
import {
  KIND_WORDS,
  describeLoadedMedia,
  type ClientDiscovery,
} from './discovery/discovery-messages.ts';
import type { Client, Printer } from './client-name.ts';

type RowProps = {
  printer: Printer;
  client: Client;
  alias: string;
  discovery: ClientDiscovery | undefined;
};

const PrinterRow = ({ printer, client, alias, discovery }: RowProps) => {
  const { online, virtual: isVirtual } = client;
  const news = useConnectionState();
  const discovered = discovery?.printers.find(({ printerId }) => printerId === printer.id);
  const media = describeLoadedMedia(discovered?.media ?? []);
  const status = getPrinterStatus(printer, { online, news });
  const proof = describeEvidenceOfPrinter(printer.evidence);
  return (
    <tr>
      <td className={s.name}>
        <span className="strong">{printer.name}</span>
        <span className="small faint">
          {LANGUAGE_FACTS[printer.language].name} · {printer.dpi} dpi
          {discovered && ` · ${KIND_WORDS[discovered.kind]} ${discovered.where}`}
          {media !== '' && ` · ${media}`}
        </span>
      </td>
      <td className={s.state}>
        <Status kind={status.kind}>{status.text}</Status>{' '}
        <GuideLink guide={findPrinterGuide(printer, { isOnline: online, isVirtual, news })} />
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

type PrinterTableProps = { client: Client; alias: string; discovery: ClientDiscovery | undefined };

/** Printers of a client, state first. Without printers, shows how to add one. */
export const PrinterTable = ({ client, alias, discovery }: PrinterTableProps) => {
  if (client.printers.length === 0)
    return (
      <div className={s.how}>
        <p className="medium quiet">
          这个打印客户端还没有打印机。
          {client.online
            ? '在下面“发现的打印机”里点“使用”就行'
            : '打开它，它找到的打印机会列在这里，点“使用”就行'}
          。
        </p>
        <SourceCommands part="printers" />
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
          <PrinterRow
            key={printer.id}
            printer={printer}
            client={client}
            alias={alias}
            discovery={discovery}
          />
        ))}
      </tbody>
    </table>
  );
};
