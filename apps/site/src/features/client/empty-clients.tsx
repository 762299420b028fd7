import { Icon } from '@yunbiao/ui/icon.tsx';
import {
  ADD_PRINTER,
  ADD_VIRTUAL,
  RUN_AGENT,
  TSPL_TOO,
  usePairCommand,
  VIRTUAL_PRINTER,
} from '../../kit/printing/agent-commands.ts';
import s from './client.module.css';
import { Command } from './command.tsx';

/** No client yet: the steps from nothing to a printer that answers. */
export const EmptyClients = ({ onPair }: { onPair: () => void }) => (
  <section className="empty">
    <h2>还没有打印客户端</h2>
    <p className="medium quiet">把连着打印机的那台电脑配对进来，就能从任何地方在它上面打印。</p>
    <ol className={s.steps}>
      <li>
        <span>在那台电脑上运行，它会显示一个 8 位配对码和一个链接：</span>
        <Command text={usePairCommand()} />
      </li>
      <li>
        <span>打开链接，或者点下面的“添加客户端”填配对码，核对电脑名后确认。</span>
      </li>
      <li>
        <span>告诉它打印机在哪里：</span>
        <Command text={ADD_PRINTER} />
        <span className={`small faint ${s.after}`}>
          {TSPL_TOO}手边没有打印机？另开一个窗口运行虚拟的，印出的标签存成图片；再把它加进来：
        </span>
        <Command text={VIRTUAL_PRINTER} />
        <Command text={ADD_VIRTUAL} />
      </li>
      <li>
        <span>让它开始工作，这里会立刻看到它在线：</span>
        <Command text={RUN_AGENT} />
      </li>
    </ol>
    <div className="row">
      <button type="button" className="button primary" onClick={onPair}>
        <Icon name="plus" />
        添加客户端
      </button>
    </div>
  </section>
);
