import {
  ADD_PRINTER,
  ADD_VIRTUAL,
  OTHER_LANGUAGES,
  RUN_AGENT,
  usePairCommand,
  VIRTUAL_PRINTER,
} from './agent-commands.ts';
import { Command } from './command.tsx';
import css from './command.module.css';

/** All commands, only pairing, or only those of a paired client without printers. */
type Part = 'all' | 'pairing' | 'printers';

/** Commands of a print client that runs from source, folded. */
export const SourceCommands = ({ part = 'all' }: { part?: Part }) => {
  const pairCommand = usePairCommand();
  return (
    <details className={css.source}>
      <summary>从源码运行</summary>
      <ol>
        {part !== 'printers' && (
          <li>
            配对，它显示一个 8 位配对码和一个链接：
            <Command text={pairCommand} />
          </li>
        )}
        {part !== 'pairing' && (
          <>
            <li>
              添加打印机。{OTHER_LANGUAGES}
              <Command text={ADD_PRINTER} />
            </li>
            <li>
              让它一直开着：
              <Command text={RUN_AGENT} />
            </li>
          </>
        )}
        {part === 'all' && (
          <li>
            想在自己的电脑上试？另开一个窗口运行虚拟的网络打印机，打印出的标签保存为图片；再把它加进来：
            <Command text={VIRTUAL_PRINTER} />
            <Command text={ADD_VIRTUAL} />
          </li>
        )}
      </ol>
    </details>
  );
};
