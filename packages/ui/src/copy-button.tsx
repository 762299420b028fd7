import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { Icon } from './icon.tsx';
import { toast } from './toast.ts';

/** Copies without the clipboard API, which browsers withhold from plain-HTTP pages of a local network. */
const copyBySelection = (text: string): boolean => {
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  document.body.append(area);
  area.select();
  const done = document.execCommand('copy');
  area.remove();
  return done;
};

/** Puts text on the clipboard; false when the browser refuses. */
export const copyText = async (text: string): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
};

const SHOWN_MS = 2000;

/** Copies `text`; `what` names it for those who do not see the icon: 复制编号. With `children` it is a button with words. */
export const CopyButton = ({
  text,
  what,
  children,
}: {
  text: string;
  what: string;
  children?: ReactNode;
}) => {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    if (await copyText(text)) {
      setCopied(true);
      toast.success('已复制');
    } else toast.error('浏览器不让复制，请选中后手动复制');
  };
  return (
    <button
      type="button"
      className={children ? 'button compact' : 'bare'}
      aria-label={children ? undefined : `复制${what}`}
      title={children ? undefined : `复制${what}`}
      onClick={() => void copy()}
    >
      <Icon name={copied ? 'check' : 'copy'} />
      {children}
    </button>
  );
};
