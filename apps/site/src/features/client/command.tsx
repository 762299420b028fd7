import { CopyButton } from '@yunbiao/ui/copy-button.tsx';
import s from './client.module.css';

/** A command to run on the machine with the printer. */
export const Command = ({ text }: { text: string }) => (
  <span className={s.command}>
    <code>{text}</code>
    <CopyButton text={text} what="命令" />
  </span>
);
