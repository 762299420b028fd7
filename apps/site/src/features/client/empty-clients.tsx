import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import { Icon } from '@yunbiao/ui/icon.tsx';
import s from './client.module.css';

const PAIR_COMMAND = 'npm run agent -- pair';
const PRINTER_COMMAND =
  'npm run agent -- printer add 名称 tcp://打印机地址:9100 --language zpl --dpi 203';
const VIRTUAL_COMMAND = 'npm run agent -- virtual-printer';

const Command = ({ text }: { text: string }) => (
  <span className={s.command}>
    <code>{text}</code>
    <CopyButton text={text} what="命令" />
  </span>
);

/** No client yet: the three steps from nothing to a printer that answers. */
export const EmptyClients = ({ onPair }: { onPair: () => void }) => (
  <section className="empty">
    <h2>还没有授权客户端</h2>
    <p className="m q">把连着打印机的那台电脑配对进来，就能从任何地方在它上面打印。</p>
    <ol className={s.steps}>
      <li>
        <span>在那台电脑上运行，它会显示一个 8 位配对码和一个链接：</span>
        <Command text={PAIR_COMMAND} />
      </li>
      <li>
        <span>打开链接，或者点下面的“添加客户端”填配对码，核对电脑名后确认。</span>
      </li>
      <li>
        <span>告诉它打印机在哪里：</span>
        <Command text={PRINTER_COMMAND} />
        <span className={`s qq ${s.after}`}>
          手边没有打印机？先开一台虚拟的，印出的标签存成图片：
        </span>
        <Command text={VIRTUAL_COMMAND} />
      </li>
    </ol>
    <div className="row">
      <button type="button" className="btn go" onClick={onPair}>
        <Icon name="plus" />
        添加客户端
      </button>
    </div>
  </section>
);
