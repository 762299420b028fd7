import { Link } from '@tanstack/react-router';
import { QUERY_LENGTH } from '@yunbiao/contract/limits/input';
import { SearchBox } from '@yunbiao/ui/table/search-box.tsx';
import { keepNumbersWithUnits } from '@yunbiao/ui/format.ts';
import { Status } from '@yunbiao/ui/status.tsx';
import { Time } from '@yunbiao/ui/time.tsx';
import { toCssVars } from '@yunbiao/ui/css-vars.ts';
import { useConnectionState } from '../../kit/live/live-print.ts';
import { getPrinterStatus } from '../../kit/printing/printer-status.ts';
import { formatStock } from '../../kit/printing/print-media.ts';
import { type Allowance, describeConfigAllowance } from './allowance-messages.ts';
import s from './config.module.css';
import type { Config } from './draft.ts';

const normalizeSearchText = (text: string): string => text.normalize('NFKC').toLowerCase();

export const filterConfigs = (configs: readonly Config[], q: string | undefined): Config[] => {
  const words = normalizeSearchText(q?.trim() ?? '');
  return configs.filter(
    (config) =>
      words === '' ||
      [config.name, config.printerName, config.clientName].some((text) =>
        normalizeSearchText(text).includes(words),
      ),
  );
};

/** Maximum size of the paper thumbnail in the list, px. */
const THUMB_PX = 36;

/** Paper thumbnail with the aspect ratio of the label. */
const PaperThumb = ({ config }: { config: Config }) => {
  const scale = THUMB_PX / Math.max(config.widthMm, config.heightMm);
  return (
    <i
      className={s.thumb}
      style={toCssVars({ w: `${config.widthMm * scale}px`, h: `${config.heightMm * scale}px` })}
      aria-hidden="true"
    />
  );
};

const ConfigRow = ({ config, alias }: { config: Config; alias: string }) => {
  const state = getPrinterStatus(
    {
      state: config.printerState,
      stateText: config.printerStateText,
      stateReasons: config.printerReasons,
    },
    { online: true, news: useConnectionState() },
  );
  return (
    <tr>
      <td className={s.config}>
        <div className={s.name}>
          <PaperThumb config={config} />
          <span>
            <Link
              className="strong"
              to="/$soft/user/printerCfg"
              params={{ soft: alias }}
              search={{ id: config.id }}
            >
              {keepNumbersWithUnits(config.name)}
            </Link>
            <span className={s.tags}>
              {config.isDefault && <span className="tag">默认</span>}
              {!config.enabled && <span className="tag">停用</span>}
            </span>
          </span>
        </div>
      </td>
      <td className={s.printer}>
        <span>{config.printerName}</span>
        <span className="small faint">{config.clientName}</span>
      </td>
      <td className={s.state}>
        <Status kind={state.kind}>{state.text}</Status>
      </td>
      <td className={`${s.size} no-wrap`}>{formatStock(config)}</td>
      <td className={`${s.when} quiet no-wrap`}>
        <Time at={config.updatedAt} />
      </td>
      <td className={s.acts}>
        <Link
          className="link small"
          to="/$soft/user/printerCfg"
          params={{ soft: alias }}
          search={{ id: config.id }}
        >
          编辑<span className="visually-hidden">{config.name}</span>
        </Link>
      </td>
    </tr>
  );
};

type ConfigListProps = {
  alias: string;
  configs: readonly Config[];
  allowance: Allowance;
  q: string | undefined;
  onSearch: (q: string | undefined) => void;
};

/** All configurations in server order, default first. */
export const ConfigList = ({ alias, configs, allowance, q, onSearch }: ConfigListProps) => {
  const visibleConfigs = filterConfigs(configs, q);
  return (
    <>
      <div className="filters">
        <span className="small faint">
          共 {configs.length} 个配置，{describeConfigAllowance(allowance)}
        </span>
        <SearchBox
          label="搜索配置"
          placeholder="配置、打印机、客户端"
          value={q ?? ''}
          maxLength={QUERY_LENGTH}
          onChange={(words) => onSearch(words || undefined)}
        />
      </div>
      {visibleConfigs.length === 0 ? (
        <section className="empty">
          <h2>没有符合“{q}”的配置</h2>
          <div className="row">
            <button type="button" className="button" onClick={() => onSearch(undefined)}>
              清除搜索
            </button>
          </div>
        </section>
      ) : (
        <table className={s.list}>
          <caption className="visually-hidden">打印机配置</caption>
          <thead>
            <tr>
              <th>配置</th>
              <th>打印机</th>
              <th>状态</th>
              <th>标签纸</th>
              <th>上次修改</th>
              <th>
                <span className="visually-hidden">操作</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {visibleConfigs.map((config) => (
              <ConfigRow key={config.id} config={config} alias={alias} />
            ))}
          </tbody>
        </table>
      )}
    </>
  );
};
