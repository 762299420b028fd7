import { Link } from '@tanstack/react-router';
import { Icon } from '@yunbiao/ui/icon.tsx';
import { CreateVirtualPrinter } from '../../kit/roll/try-virtual.tsx';

/** Shown without configurations: create one, or first add a client. */
export const EmptyConfigs = ({
  alias,
  hasPrinter,
  hasClient,
  onVirtual,
}: {
  alias: string;
  hasPrinter: boolean;
  hasClient: boolean;
  /**
   * Called after a virtual printer with a configuration was created. Undefined when the site offers
   * none.
   */
  onVirtual: (() => void) | undefined;
}) => {
  if (hasPrinter)
    return (
      <section className="empty">
        <h2>还没有打印机配置</h2>
        <p className="medium quiet">告诉我们纸有多大、往哪边偏，打印时就不用再想。</p>
        <div className="row">
          <Link
            className="button primary"
            to="/$soft/user/printerCfg"
            params={{ soft: alias }}
            search={{ new: '1' }}
          >
            <Icon name="plus" />
            新建配置
          </Link>
        </div>
      </section>
    );
  return (
    <section className="empty">
      <h2>{hasClient ? '还没有打印机' : '先配对一个打印客户端'}</h2>
      <p className="medium quiet">
        {hasClient
          ? '打印客户端已经有了，在那台电脑上把打印机加进来，这里就能选到它。'
          : '配置要选一台打印机，打印机由打印客户端报上来。'}
      </p>
      <div className="row">
        <Link
          className="button primary"
          to="/$soft/user/auth"
          params={{ soft: alias }}
          search={hasClient ? {} : { pair: '1' }}
        >
          {hasClient ? '查看如何添加打印机' : '配对客户端'}
        </Link>
        {onVirtual && <CreateVirtualPrinter onOpened={onVirtual} />}
      </div>
    </section>
  );
};
