import { Link } from '@tanstack/react-router';
import { Icon } from '@yunbiao/ui/icon.tsx';
import {
  ADD_PRINTER,
  ADD_VIRTUAL,
  RUN_AGENT,
  OTHER_LANGUAGES,
  usePairCommand,
  VIRTUAL_PRINTER,
} from '../../kit/printing/agent-commands.ts';
import { TryVirtual } from '../../kit/roll/try-virtual.tsx';
import s from './client.module.css';
import { Command } from './command.tsx';

/** No client yet: the steps from nothing to a printer that answers. */
export const EmptyClients = ({
  alias,
  onPair,
  onVirtual,
}: {
  alias: string;
  onPair: () => void;
  /** A virtual printer stands; left out: the site offers none. */
  onVirtual: (() => void) | undefined;
}) => (
  <section className="empty">
    <h2>还没有打印客户端</h2>
    <p className="medium quiet">把连着打印机的那台电脑配对进来，就能从任何地方在它上面打印。</p>
    {onVirtual && (
      <div className={s.offer}>
        <TryVirtual onOpened={onVirtual} isPrimary />
        <p className="small faint">点一下就有，纸卷在这一页上，印出来的标签当场看得到。</p>
      </div>
    )}
    <ol className={s.steps}>
      <li>
        <span>
          在那台电脑上
          <Link className="link" to="/$soft/download" params={{ soft: alias }}>
            下载打印客户端
          </Link>
          ，双击打开，它带你到配对的页面。从源码运行的，它显示一个 8 位配对码和一个链接：
        </span>
        <Command text={usePairCommand()} />
      </li>
      <li>
        <span>打开链接，或者点下面的“添加客户端”填配对码，核对电脑名后确认。</span>
      </li>
      <li>
        <span>它找到的打印机列在这里，点“使用”。在终端里也能加：</span>
        <Command text={ADD_PRINTER} />
        <span className={`small faint ${s.after}`}>
          {OTHER_LANGUAGES}
          想在自己的电脑上试？另开一个窗口运行虚拟的网络打印机，印出的标签存成图片；再把它加进来：
        </span>
        <Command text={VIRTUAL_PRINTER} />
        <Command text={ADD_VIRTUAL} />
      </li>
      <li>
        <span>装上的程序自己在后台运行，这里会立刻看到它在线。从源码运行的，让它一直开着：</span>
        <Command text={RUN_AGENT} />
      </li>
    </ol>
    <div className="row">
      <button type="button" className={onVirtual ? 'button' : 'button primary'} onClick={onPair}>
        <Icon name="plus" />
        添加客户端
      </button>
    </div>
  </section>
);
