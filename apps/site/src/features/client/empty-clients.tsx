import { GuideLink } from '../../kit/guide/guide-link.tsx';
import { PLACE_GUIDES } from '../../kit/guide/trouble-guides.ts';
import { Link } from '@tanstack/react-router';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { SourceCommands } from '../../kit/printing/source-commands.tsx';
import { CreateVirtualPrinter } from '../../kit/roll/try-virtual.tsx';
import s from './client.module.css';

/** Shown without clients: the steps to the first printer. */
export const EmptyClients = ({
  alias,
  onPair,
  onVirtual,
}: {
  alias: string;
  onPair: () => void;
  /** Called after a virtual printer was created. Undefined when the site offers none. */
  onVirtual: (() => void) | undefined;
}) => (
  <section className="empty">
    <h2>还没有打印客户端</h2>
    <p className="medium quiet">
      把连着打印机的那台电脑配对进来，就能从任何地方在它上面打印。
      <GuideLink guide={PLACE_GUIDES['no-client']}>看看怎么接</GuideLink>
    </p>
    {onVirtual && (
      <div className={s.offer}>
        <CreateVirtualPrinter onOpened={onVirtual} isPrimary />
        <p className="small faint">点一下就有，纸卷在这一页上，打印出来的标签当场看得到。</p>
      </div>
    )}
    <ol className={s.steps}>
      <li>
        <span>
          在那台电脑上
          <Link className="link" to="/$soft/download" params={{ soft: alias }}>
            下载打印客户端
          </Link>
          ，双击打开，它带你到配对的页面。
        </span>
      </li>
      <li>
        <span>没有自己打开的，点下面的“添加客户端”填它显示的配对码，核对电脑名后确认。</span>
      </li>
      <li>
        <span>它找到的打印机列在这里，点“使用”。程序自己在后台运行，这里会立刻看到它在线。</span>
      </li>
    </ol>
    <div className="row">
      <button type="button" className={onVirtual ? 'button' : 'button primary'} onClick={onPair}>
        <Icon name="plus" />
        添加客户端
      </button>
    </div>
    <SourceCommands />
  </section>
);
