import { Link } from '@tanstack/react-router';
import { Status } from '@yunbiao/ui/status.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import { useConnectionState } from '../../kit/live/live-print.ts';
import { describeLostConnection, getPrinterStatus } from '../../kit/printing/printer-status.ts';
import s from './account.module.css';
import { getClientName, listPrintersWithClients, type Overview } from './overview-data.ts';

/** Maximum number of displayed printers and clients without printers. */
const MAX_SHOWN_PRINTERS = 6;

export const PrinterRows = ({ data, alias }: { data: Overview; alias: string }) => {
  const news = useConnectionState();
  const clients = data.clients.list;
  const rows = listPrintersWithClients(clients);
  if (rows.length === 0) return null;
  return (
    <section className="block">
      <div className="row">
        <h2 className="section-title">打印机</h2>
        <span className="small faint">
          {clients.length} 台客户端，
          {describeLostConnection(news) || `${data.stat.clientsOnline} 台在线`}
        </span>
        <Link className="link small push-end" to="/$soft/user/auth" params={{ soft: alias }}>
          {rows.length > MAX_SHOWN_PRINTERS ? `全部 ${rows.length} 台` : '管理客户端'}
        </Link>
      </div>
      <table className={`stack ${s.printers}`}>
        <caption className="visually-hidden">打印机</caption>
        <thead className="visually-hidden">
          <tr>
            <th>打印机</th>
            <th>客户端</th>
            <th>状态</th>
            <th>最后报告</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MAX_SHOWN_PRINTERS).map(({ client, printer }) => {
            if (!printer)
              return (
                <tr key={`client-${client.id}`}>
                  <td className="strong">{getClientName(client)}</td>
                  <td className="quiet hide" />
                  <td className={s.state}>
                    <Status kind={client.online ? 'queued' : 'off'}>
                      {client.online ? '还没有打印机' : '离线'}
                    </Status>
                  </td>
                  <td className="numeric quiet hide">
                    {client.lastSeenAt && <Time at={client.lastSeenAt} />}
                  </td>
                </tr>
              );
            const status = getPrinterStatus(printer, { online: client.online, news });
            return (
              <tr key={printer.id}>
                <td className="strong">{printer.name}</td>
                <td className="quiet hide">{getClientName(client)}</td>
                <td className={s.state}>
                  <Status kind={status.kind}>{status.text}</Status>
                </td>
                <td className="numeric quiet hide">
                  <Time at={printer.reportedAt} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
};
