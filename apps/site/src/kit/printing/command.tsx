import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import css from './command.module.css';

/** A command to run on the machine of the printer. */
export const Command = ({ text }: { text: string }) => (
  <span className={css.command}>
    <code>{text}</code>
    <CopyButton text={text} targetName="命令" />
  </span>
);
